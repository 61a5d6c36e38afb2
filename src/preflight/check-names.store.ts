import type { Sql } from 'postgres'
import { foldedEmail, foldedValue, tidiedId } from '../domain/folding.ts'
import { type Finding, findingsOf } from './finding.ts'

const finding = findingsOf('names')

const LISTED_MAX = 20

/** Columns that have a text as it is compared. A version before may have compared otherwise. */
const COMPARED = [
  {
    what: 'identifier',
    fold: foldedValue,
    rows: `select organization_id, inventory_item_id as id, scheme || ':' || value_folded as name
      from inventory_item_identifiers where is_present`,
  },
  {
    what: 'externalId',
    fold: tidiedId,
    rows: `select organization_id, fbo_account_id as id, external_id as name
      from fbo_account_profiles where external_id is not null`,
  },
  {
    what: 'email',
    fold: foldedEmail,
    rows: 'select organization_id, id, email as name from people',
  },
  {
    what: 'name',
    fold: foldedValue,
    rows: 'select organization_id, id, name_folded as name from roles',
  },
]

interface Named {
  readonly organizationId: string
  readonly id: string
  readonly name: string
}

/** Records that two spellings of one thing name, and those that the usual one does not find. */
export async function checkNames(sql: Sql): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { what, fold, rows } of COMPARED) {
    // Plain ASCII is compared as ever.
    const named = `select * from (${rows}) as named where`
    const odd = await sql.unsafe<Named[]>(`${named} name ~ '[^!-~]'`)
    const stale = odd.filter(({ name }) => fold(name) !== name)
    const folded = [...new Set(stale.map(({ name }) => fold(name)))]
    const usual = await sql.unsafe<Named[]>(`${named} name = any($1::text[])`, [folded])
    const keyOf = (one: Named) => JSON.stringify([one.organizationId, fold(one.name)])
    const groups = [...Map.groupBy([...stale, ...usual], keyOf).values()]
    const ids = (group: readonly Named[]) => [...new Set(group.map(({ id }) => id))].join(' and ')
    const twice = groups.filter((group) => group.length > 1)
    for (const group of twice.slice(0, LISTED_MAX)) {
      const message =
        `${ids(group)} of ${group[0]?.organizationId} have two spellings of one ${what}: ` +
        'both stay, so correct one of them.'
      findings.push(finding('problem', message))
    }
    const alone = groups.filter((group) => group.length === 1)
    if (alone.length > 0) {
      const listed = alone.slice(0, LISTED_MAX).map(ids).join(', ')
      const message =
        `the ${what} of ${alone.length} records is not found by its usual spelling: ` +
        `enter it again for ${listed}.`
      findings.push(finding('warning', message))
    }
    if (twice.length > LISTED_MAX) {
      findings.push(
        finding('problem', `${twice.length - LISTED_MAX} more have one ${what} as two.`),
      )
    }
  }
  return findings.length > 0 ? findings : [finding('ok', 'each is spelled in one way.')]
}
