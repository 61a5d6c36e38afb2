import type { Sql } from '../../database/postgres/sql.ts'
import { foldedEmail, foldedValue } from '../../domain/folding.ts'
import { finding, type SetUpFinding } from './check-machine.ts'

const LISTED_MAX = 20

const PRESENT = '(select * from inventory_item_identifiers where is_present) as present'

/** Columns that have a text as it is compared. A version before may have compared otherwise. */
const COMPARED = [
  ['identifier', foldedValue, PRESENT, 'inventory_item_id', "scheme || ':' || value_folded"],
  ['externalId', foldedValue, 'fbo_account_profiles', 'fbo_account_id', 'external_id_folded'],
  ['email', foldedEmail, 'people', 'id', 'email'],
  ['name', foldedValue, 'roles', 'id', 'name_folded'],
] as const

interface Named {
  readonly organizationId: string
  readonly id: string
  readonly name: string
}

/** Records that two spellings of one thing name, and those that the usual one does not find. */
export async function checkNames(sql: Sql): Promise<SetUpFinding[]> {
  const findings: SetUpFinding[] = []
  for (const [what, fold, table, id, name] of COMPARED) {
    // Plain ASCII in lower case is compared as ever.
    const named = (condition: string) =>
      `select organization_id, ${id} as id, ${name} as name from ${table} where ${name} ${condition}`
    const odd = await sql.query<Named[]>(named("~ '[^!-~]|[A-Z]'"))
    const stale = odd.filter((one) => fold(one.name) !== one.name)
    const folded = [...new Set(stale.map((one) => fold(one.name)))]
    const usual = await sql.query<Named[]>(named('= any($1::text[])'), [folded])
    const keyOf = (one: Named) => JSON.stringify([one.organizationId, fold(one.name)])
    const groups = [...Map.groupBy([...stale, ...usual], keyOf).values()]
    const ids = (group: readonly Named[]) => [...new Set(group.map((one) => one.id))].join(' and ')
    const [twice, alone] = [
      groups.filter(({ length }) => length > 1),
      groups.filter(({ length }) => length === 1),
    ]
    for (const group of twice.slice(0, LISTED_MAX)) {
      const message =
        `${ids(group)} of ${group[0]?.organizationId} have two spellings of one ${what}: ` +
        'both stay, so correct one of them.'
      findings.push(finding('names', 'problem', message))
    }
    if (alone.length > 0) {
      const listed = alone.slice(0, LISTED_MAX).map(ids).join(', ')
      // Else nothing would change.
      const first = what === 'externalId' ? 'clear it and ' : ''
      const message =
        `the ${what} of ${alone.length} records is not found by its usual spelling: ` +
        `${first}enter it again for ${listed}.`
      findings.push(finding('names', 'warning', message))
    }
    const more = twice.length - LISTED_MAX
    if (more > 0)
      findings.push(finding('names', 'problem', `${more} more have one ${what} as two.`))
  }
  return findings.length > 0 ? findings : [finding('names', 'ok', 'each is spelled in one way.')]
}
