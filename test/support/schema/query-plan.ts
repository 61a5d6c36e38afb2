import postgres, { type PendingQuery, type Row, type Sql } from 'postgres'
import type { Database } from '../../../src/database/database.ts'
import { TEXT_ARRAY } from '../../../src/database/postgres/text-array.ts'
import { connectionTo, testServer } from '../vault/server.ts'

/** A statement as a store sends it. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** The types that PostgreSQL found for the parameters. */
  readonly types: readonly number[]
}

/** The tables and indexes that a plan reads. */
export type QueryPlan = Awaited<ReturnType<typeof planOf>>

/**
 * The statements that the work would run: each is described by PostgreSQL, and not executed.
 * Simultaneous reads of one kind share one statement, as in the service.
 */
export async function statementsOf(
  sql: Sql,
  work: (database: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const described = new Error('described')
  const describe = async (query: PendingQuery<Row[]>): Promise<never> => {
    const { string, types } = await query.describe()
    const { parameters } = query as unknown as { parameters: unknown[] }
    statements.push({ text: string, parameters, types })
    throw described
  }
  const wanted = new Map<unknown, { ids: string[]; found: Promise<never> }>()
  const read: Database['read'] = (kind, caller, id) => {
    const together = wanted.get(kind.one)
    if (together !== undefined) {
      together.ids.push(id)
      return together.found
    }
    const ids = [id]
    const found = Promise.resolve().then(() => {
      const scope = caller === null ? [] : [caller.organizationId]
      const [text, parameter] = ids.length === 1 ? [kind.one, id] : [kind.many, ids]
      return describe(sql.unsafe(text, [...scope, parameter]))
    })
    wanted.set(kind.one, { ids, found })
    return found
  }
  const run: Database['run'] = (_caller, statement) =>
    describe(statement(sql) as unknown as PendingQuery<Row[]>)
  const database: Pick<Database, 'run' | 'page' | 'slow' | 'search' | 'read' | 'parts'> = {
    read,
    run,
    page: run,
    slow: run,
    search: run,
    parts: [{ lookUp: (text, values = []) => describe(sql.unsafe(text, values as never[])) }],
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
  const connection = connectionTo(testServer(), name)
  const options = {
    max: 1,
    // As in the service.
    fetch_types: false,
    types: { textArray: TEXT_ARRAY },
    transform: postgres.camel,
    debug: (_connection: number, text: string, parameters: unknown[], types: unknown[]) =>
      sent.push({ text, parameters, types: types as number[] }),
  }
  const watched =
    typeof connection === 'string'
      ? postgres(connection, options)
      : postgres({ ...options, ...connection })
  try {
    await work(watched)
  } finally {
    await watched.end()
  }
  return sent.filter(({ text }) => !/^\s*(begin|commit|rollback)\b/i.test(text))
}

/** Plan of the prepared statement, for any values or for these. */
export async function planOf(
  sql: Sql,
  statement: Statement,
  mode: 'force_generic_plan' | 'force_custom_plan',
) {
  const types = await sql<{ name: string }[]>`
    select format_type(type, null) as name
    from unnest(${sql.array([...statement.types])}::oid[])
      with ordinality as parameter (type, place)
    order by place`
  const values = statement.parameters.map(literal).join(', ')
  const rows = await sql.begin(async (tx) => {
    await tx.unsafe(`set local plan_cache_mode = ${mode}`)
    // As on the connections of requests.
    await tx.unsafe('set local enable_seqscan = off')
    await tx.unsafe(
      `prepare measured (${types.map(({ name }) => name).join(', ')}) as ${statement.text}`,
    )
    const explained = await tx.unsafe(`explain (verbose, format json) execute measured (${values})`)
    await tx.unsafe('deallocate measured')
    return explained
  })
  const [response] = Object.values(rows[0] as Row)[0] as [{ Plan: PlanNode }]
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
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}

/**
 * Sub-selects that may run for each row: the sums of an account's exposure, for each account, the
 * values of a moment, for each item, the last number of corrections, for each of the new ones, and
 * the approvals of a record with the rules since it was created.
 */
export function sumsOf(text: string): number {
  if (text.includes('insert into corrections')) return 1
  if (text.includes('approvals as approval')) return text.includes('approvals_by_id') ? 3 : 1
  const values = text.matchAll(/select (from|to)_value_cents\s+from inventory_valuations/g)
  return [...values].length || (text.includes('as exposure_cents') ? 2 : 0)
}
