import type { Sql } from 'postgres'
import type { DatabaseOptions } from './database.ts'
import { isPoison } from './failures.ts'
import type { GatheredStatement } from './gathered-statement.ts'
import { Gathering, type GatheringRoute } from './gathering.ts'

/** Rows of work that one gathered statement takes on, besides the last question's own. */
const GATHERING_WEIGHT_MAX = 1_000

/** The gatherings of a database, one for each kind of question that was asked. */
export function gatheringsOf(options: DatabaseOptions, run: GatheringRoute['run']) {
  const { sizeMax, inFlightMax, acrossOrganizations } = options.gathering
  // Where requests, or organizations, do not share a statement, there must be more of them.
  const isShared = sizeMax > 1 && acrossOrganizations
  const limits = {
    sizeMax,
    weightMax: GATHERING_WEIGHT_MAX,
    linesMax: acrossOrganizations ? sizeMax : 1,
    inFlightMax: isShared ? inFlightMax : options.poolSize,
    inFlightOfLineMax: sizeMax > 1 ? inFlightMax : options.poolSize,
    waitingMax: options.queueMax,
    waitTimeoutMs: options.queueTimeoutMs,
  }
  // What waits for a row of somebody else never takes all connections, nor does one organization.
  const patientMax = Math.ceil(options.poolSize / 2)
  const route = {
    run,
    isPoison,
    gathered: (name: string, size: number) => options.observer?.gathered(name, size),
  }
  const patient = new Gathering(
    ALONE,
    {
      ...limits,
      sizeMax: 1,
      inFlightMax: patientMax,
      inFlightOfLineMax: Math.ceil(patientMax / 2),
    },
    { ...route, gathered: () => undefined, runPatiently: (_, statement) => run(statement) },
  )
  // Work of several statements, such as a list: connections are left for what is asked together.
  const { poolSize } = options
  const spared = isShared ? 2 * inFlightMax : 0
  const workMax = Math.max(Math.min(2, poolSize), poolSize - spared)
  const turns = new Gathering(
    ALONE,
    // One at least is never one organization's alone.
    { ...limits, sizeMax: 1, inFlightMax: workMax, inFlightOfLineMax: Math.max(1, workMax - 1) },
    {
      ...route,
      run: async (work) => await work(NO_SQL),
      gathered: () => undefined,
      runPatiently: () => Promise.reject(new Error('nothing here is asked again')),
    },
  )
  const runPatiently = async <T>(line: string, statement: (sql: Sql) => PromiseLike<T>) =>
    (await patient.ask({ line, statement })) as T
  const made = new Map<unknown, Gathering<never, unknown>>()
  return {
    get waiting(): number {
      const own = patient.waiting + turns.waiting
      return [...made.values()].reduce((sum, { waiting }) => sum + waiting, own)
    },
    inTurn: async <T>(line: string, work: () => Promise<T>) =>
      (await turns.ask({ line, statement: work })) as T,
    of<Question, Answer>(statement: GatheredStatement<Question, Answer>) {
      const gathering =
        made.get(statement) ?? new Gathering(statement, limits, { ...route, runPatiently })
      made.set(statement, gathering as Gathering<never, unknown>)
      return gathering as Gathering<Question, Answer>
    },
  }
}

/** Work makes its own way to the database. */
const NO_SQL = undefined as unknown as Sql

/** Questions that are asked alone, of whatever kind: only their lines are of interest. */
const ALONE: GatheredStatement<
  { readonly line: string; readonly statement: (sql: Sql) => PromiseLike<unknown> },
  unknown
> = {
  name: 'alone',
  lineOf: ({ line }) => line,
  ask: (sql, questions) => Promise.all(questions.map(({ statement }) => statement(sql))),
}
