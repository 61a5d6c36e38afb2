import postgres, { type PendingQuery, type Row, type Sql } from 'postgres'
import type { Database } from '../../src/database/database.ts'
import { connectionTo, testServer } from './server.ts'

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
  /** Sub-selects that are run once for each row of what they stand in. */
  readonly correlated: readonly string[]
  readonly text: string
}

/**
 * The statements that the work would run: each is described by PostgreSQL, and not executed.
 * Questions of one kind that the work asks at once share one, as they would.
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
  const asked = new Map<unknown, { questions: unknown[]; answer: Promise<never> }>()
  const database: Pick<Database, 'decide' | 'gather'> = {
    decide: (_caller, statement) => describe(statement(sql) as unknown as PendingQuery<Row[]>),
    gather: (statement, question) => {
      const together = asked.get(statement)
      if (together !== undefined) {
        together.questions.push(question)
        return together.answer
      }
      const questions = [question]
      const answer = Promise.resolve().then(() =>
        describe(unsent(sql, (recording) => statement.ask(recording, questions, 'together'))),
      )
      asked.set(statement, { questions, answer })
      return answer
    },
  }
  await work(database as Database).catch((error) => {
    if (error !== described) throw error
  })
  return statements
}

/**
 * The statement that the work sends, for work that awaits it itself: the last one that it makes, as
 * those before it are its parts.
 */
function unsent(sql: Sql, work: (sql: Sql) => Promise<unknown>): PendingQuery<Row[]> {
  let last: PendingQuery<Row[]> | undefined
  const recording = new Proxy(sql, {
    apply(target, self, parts) {
      const made = Reflect.apply(target, self, parts)
      if (Object.hasOwn(parts[0], 'raw')) last = made
      return made
    },
  })
  // What it makes of the description of a statement means nothing.
  work(recording).catch(() => undefined)
  return last as PendingQuery<Row[]>
}

/** What the work sends on a connection of its own to that database, in order, and runs. */
export async function sentBy(
  name: string,
  work: (watched: Sql) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = []
  const connection = connectionTo(testServer(), name)
  const options = {
    max: 1,
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

/** How PostgreSQL would run the prepared statement, with a plan for any values or for these. */
export async function planOf(
  sql: Sql,
  statement: Statement,
  mode: 'force_generic_plan' | 'force_custom_plan',
): Promise<QueryPlan> {
  const types = await sql<{ name: string }[]>`
    select format_type(type, null) as name
    from unnest(${sql.array([...statement.types])}::oid[])
      with ordinality as parameter (type, place)
    order by place`
  const values = statement.parameters.map(literal).join(', ')
  const rows = await sql.begin(async (tx) => {
    await tx.unsafe(`set local plan_cache_mode = ${mode}`)
    // As the connections of requests have it.
    await tx.unsafe('set local enable_seqscan = off')
    await tx.unsafe(
      `prepare measured (${types.map(({ name }) => name).join(', ')}) as ${statement.text}`,
    )
    const explained = await tx.unsafe(`explain (format json) execute measured (${values})`)
    await tx.unsafe('deallocate measured')
    return explained
  })
  const [answer] = Object.values(rows[0] as Row)[0] as [{ Plan: PlanNode }]
  const nodes = nodesOf(answer.Plan)
  return {
    sequential: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] as string),
    indexes: nodes.flatMap((node) => (node['Index Name'] ?? []) as string),
    sorts: nodes.filter((node) => String(node['Node Type']).includes('Sort')).length,
    correlated: nodes
      .filter((node) => node['Parent Relationship'] === 'SubPlan')
      .map((node) => node['Subplan Name'] as string)
      .filter((name) => !name.startsWith('hashed ')),
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
