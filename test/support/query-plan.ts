import type { PendingQuery, ReservedSql, Row, Sql } from 'postgres'
import type { Database } from '../../src/database/database.ts'

/** A statement as a store sends it. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** The types that PostgreSQL found for the parameters. */
  readonly types: readonly number[]
}

/** What a plan reads, and how. */
export interface QueryPlan {
  readonly sequential: readonly string[]
  readonly indexes: readonly string[]
  readonly sorts: number
  readonly text: string
}

/** The statements that the work would run: each is described by PostgreSQL, and not executed. */
export async function statementsOf(
  sql: Sql,
  work: (database: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const described = new Error('described')
  const database = {
    decide: async (statement: (sql: Sql) => PromiseLike<unknown>) => {
      const query = statement(sql) as PendingQuery<Row[]> & { parameters: unknown[] }
      const { string, types } = await query.describe()
      statements.push({ text: string, parameters: query.parameters, types })
      throw described
    },
  } as Database
  await work(database).catch((error) => {
    if (error !== described) throw error
  })
  return statements
}

/** How PostgreSQL would run the prepared statement, with a plan for any values or for these. */
export async function planOf(
  connection: ReservedSql,
  statement: Statement,
  mode: 'force_generic_plan' | 'force_custom_plan',
): Promise<QueryPlan> {
  const types = await Promise.all(
    statement.types.map(async (type) => {
      const [row] = await connection<{ name: string }[]>`select format_type(${type}, null) as name`
      return row?.name
    }),
  )
  const values = statement.parameters.map(literal).join(', ')
  await connection.unsafe(`set plan_cache_mode = ${mode}`)
  await connection.unsafe(`prepare measured (${types.join(', ')}) as ${statement.text}`)
  const rows = await connection.unsafe(`explain (format json) execute measured (${values})`)
  await connection.unsafe('deallocate measured')
  const [answer] = rows[0]?.['QUERY PLAN'] ?? rows[0]?.queryPlan ?? []
  const nodes = nodesOf(answer.Plan)
  const named = (member: string) => nodes.flatMap((node) => (node[member] ?? []) as string)
  return {
    sequential: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] as string),
    indexes: named('Index Name'),
    sorts: nodes.filter((node) => String(node['Node Type']).includes('Sort')).length,
    text: JSON.stringify(answer.Plan, null, 1),
  }
}

interface PlanNode {
  readonly [member: string]: unknown
  readonly Plans?: readonly PlanNode[]
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}
