import type { Sql } from 'postgres'
import { type PlanNode, planOf } from './query-plan.ts'

/** Tables whose rows each belong to an organization, all of them by `organization_id`. */
export async function vaultTables(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ name: string; place: number }[]>`
    select relname as name, attnum::integer - 1 as place
    from pg_attribute
    join pg_class as relation on relation.oid = attrelid
    where attname = 'organization_id' and relkind = 'r' and relnamespace = 'public'::regnamespace`
  return new Map(rows.map(({ name, place }) => [name, place]))
}

const BOUND = /\borganization_id = \(*\$(\d+)\b/g
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'TID Cond', 'Filter']

/**
 * What a statement lacks to be one organization's: each table that PostgreSQL, by its plan, would
 * read without `organization_id = $n` or write another one's row into; or that it takes the
 * organization from several parameters.
 */
export async function organizationFaults(
  sql: Sql,
  text: string,
  tables: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { types } = await sql.unsafe(text).describe()
  const statement = { text, parameters: types.map(() => null), types }
  const { nodes } = await planOf(sql, statement, 'force_generic_plan')
  const parameters = new Set<string>()
  const faults: string[] = []
  for (const node of nodes) {
    const table = String(node['Relation Name'])
    const place = tables.get(table)
    if (place === undefined) continue
    const found = node['Node Type'] === 'ModifyTable' ? writtenBy(node, place) : readBy(node)
    for (const parameter of found) parameters.add(parameter)
    if (found.length === 0) faults.push(`${node['Node Type']} of ${table} names no organization`)
  }
  if (parameters.size > 1) faults.push(`several parameters: $${[...parameters].join(', $')}`)
  return faults
}

function readBy(node: PlanNode): string[] {
  const conditions = CONDITIONS.map((name) => node[name] ?? '').join(' ')
  return [...conditions.matchAll(BOUND)].map(([, parameter]) => parameter as string)
}

/** Rows to change or delete are read first; those inserted must have the parameter, or a row's own. */
function writtenBy({ Operation, Plans = [] }: PlanNode, place: number): string[] {
  if (Operation !== 'Insert') return ['1']
  const value = String((Plans[0]?.Output as string[] | undefined)?.[place])
  const parameter = /^\(*\$(\d+)\b/.exec(value)?.[1]
  if (parameter !== undefined) return [parameter]
  return /\borganization_id$/.test(value) ? ['1'] : []
}
