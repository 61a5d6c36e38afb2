import type { Database } from '../../../src/database/database.ts'
import { parameterText, typeOf } from '../../../src/database/postgres/values.ts'
import { connectTo, testServer } from '../vault/server.ts'
import { type Sql, templatesOf } from '../vault/sql.ts'

/** A statement as a store sends it. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/** The tables and indexes that a plan reads. */
export type QueryPlan = Awaited<ReturnType<typeof planOf>>

/**
 * The statements that the work would run: none is executed.
 */
export async function statementsOf(
  work: (database: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const described = new Error('described')
  const describe = async (text: string, parameters: readonly unknown[] = []): Promise<never> => {
    statements.push({ text, parameters })
    throw described
  }
  const sql = templatesOf({ query: describe }) as unknown as Sql
  const run: Database['run'] = async (_caller, statement) => await statement(sql)
  const database: Pick<Database, 'run' | 'page' | 'slow' | 'search' | 'read' | 'parts'> = {
    read: run,
    run,
    page: run,
    slow: run,
    search: run,
    parts: [{ lookUp: describe }],
  }
  await work(database as Database).catch((error) => {
    if (error !== described) throw error
  })
  return statements
}

/** Runs the work on a connection of its own to that database; returns its statements in order. */
export async function sentBy(
  name: string,
  work: (watched: Sql) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const watched = connectTo(testServer(), name, 1)
  const connection = await watched.pool.take()
  const { send } = connection
  connection.send = <Row>(
    text: string,
    parameters?: readonly unknown[] | null,
    form?: 'objects' | 'values',
  ) => {
    if (parameters !== null) sent.push({ text, parameters: parameters ?? [] })
    return send.call(connection, text, parameters, form) as Promise<Row[]>
  }
  watched.pool.release(connection)
  try {
    await work(watched)
  } finally {
    await watched.end()
  }
  return sent.filter(({ text }) => !/^\s*(begin|commit|rollback)\b/i.test(text))
}

/** The type of a parameter that PostgreSQL finds by where it stands. */
const UNKNOWN = 705

/** Plan of the prepared statement, for any values or for these. */
export async function planOf(
  sql: Sql,
  statement: Statement,
  mode: 'force_generic_plan' | 'force_custom_plan',
) {
  const types = await sql<{ name: string }[]>`
    select format_type(type, null) as name
    from unnest(${statement.parameters.map((value) => typeOf(value) || UNKNOWN)}::text[]::oid[])
      with ordinality as parameter (type, place)
    order by place`
  const values = statement.parameters.map(literal).join(', ')
  const rows = await sql.begin(async (tx) => {
    await tx.query(`set local plan_cache_mode = ${mode}`)
    // As on the connections of requests.
    await tx.query('set local enable_seqscan = off')
    await tx.query(
      `prepare measured (${types.map(({ name }) => name).join(', ')}) as ${statement.text}`,
    )
    const explained = await tx.query(`explain (verbose, format json) execute measured (${values})`)
    await tx.query('deallocate measured')
    return explained
  })
  const [response] = Object.values(rows[0] as object)[0] as [{ Plan: PlanNode }]
  const nodes = nodesOf(response.Plan)
  return {
    sequential: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] as string),
    indexes: nodes.flatMap((node) => (node['Index Name'] ?? []) as string),
    sorts: nodes.filter((node) => String(node['Node Type']).includes('Sort')).length,
    /** Sub-selects that run once for each row of the query around them. */
    correlated: nodes
      .filter((node) => node['Parent Relationship'] === 'SubPlan')
      .map((node) => node['Subplan Name'] as string)
      .filter((name) => !name.startsWith('hashed ')),
    nodes,
    text: JSON.stringify(response.Plan, null, 1),
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
  return `'${String(parameterText(value)).replaceAll("'", "''")}'`
}

/**
 * Sub-selects that may run for each row: the sums of an account's exposure, for each account, the
 * values of a moment, for each item, the last number of corrections, for each of the new ones, and
 * the approvals of a record with the rules since it was created.
 */
export function sumsOf(text: string): number {
  if (text.includes('insert into corrections')) return 1
  // Those who gave a shipment its directions may not approve it.
  const directors = text.split('array[record.created_by_token_id] || array(').length - 1
  if (text.includes('approvals as approval')) {
    return text.includes('approvals_by_id') ? 3 : 1 + directors
  }
  if (directors > 0) return directors
  const values = text.matchAll(/select (from|to)_value_cents\s+from inventory_valuations/g)
  return [...values].length || (text.includes('as exposure_cents') ? 2 : 0)
}
