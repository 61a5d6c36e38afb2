import { setTimeout as delay } from 'node:timers/promises'
import { addressGroup } from '../domain/ip-ranges.ts'
import type { Config } from '../runtime/config/config.ts'
import type { WaitingLimits } from './batching/fair-queue.ts'
import { StatementQueue } from './batching/statement-queue.ts'
import type { requestConnections } from './postgres/open-address.ts'
import { codeOf, isConflict } from './postgres/postgres-errors.ts'
import type { Sql, TransactionSql } from './postgres/sql.ts'
import type { DatabaseOptions, RequestDatabase } from './request-database.ts'

/** Retries of a statement that PostgreSQL undid to let another through. */
const CONFLICT_RETRIES = 5

/** Statements that follow each other on a connection. */
const SHARED = { isShared: true }

/** Connections of their own for reads by id, tokens among them. */
const READ_CONNECTIONS = 1
/** Their statements under way: one that waits for the lock of a table holds up those behind it. */
const READ_LIMITS = { runningMax: 64, runningOfOneMax: 32 }

/** The same for reads of many ids and for strangers, who are one line: no token waits for them. */
const OTHER_READ_CONNECTIONS = 1
const STRANGER_LIMITS = { runningMax: 16, runningOfOneMax: 4 }

/** Connections of their own for searches, and the longest time of one of their statements. */
const SEARCH_LIMITS = { runningMax: 2, runningOfOneMax: 1 }
const SEARCH_TIMEOUT_MS = 2_000

/** Connections of their own for quick pages of lists, and their statements under way. */
const PAGE_CONNECTIONS = 2
const PAGE_LIMITS = { runningMax: 16, runningOfOneMax: 8 }

/** Longest wait for a long transaction. */
const LONG_WAIT_MS = 600_000

/** Time that connections may take to close. */
const CLOSE_TIMEOUT_MS = 1_000

type Statement<T> = (sql: Sql) => PromiseLike<T>
type From = Parameters<RequestDatabase['stranger']>[0]
type Lane = <T>(from: From, statement: Statement<T>) => Promise<T>

const organizationOf = ({ organizationId }: From): string | null => organizationId

/** The connections of a server by the time that their statements take, with their queues. */
export function openLanes(
  config: Config,
  connections: ReturnType<typeof requestConnections>,
  { observer, scopes }: Pick<DatabaseOptions, 'observer' | 'scopes'>,
) {
  const deadlineMs = config.DATABASE_CONNECT_TIMEOUT_MS + longestStatementMs(config)
  const openPool = (max: number, more?: Omit<Parameters<typeof connections>[0], 'max'>) =>
    connections({ max, deadlineMs, ...more })
  // One more than the requests have: the readiness check does not wait behind them.
  const pool = openPool(config.DATABASE_POOL_SIZE + 1)
  // Reads by id and quick pages wait for no lock. So they can follow each other on one connection:
  // sent together, they wake up each side once.
  const readPool = openPool(READ_CONNECTIONS, SHARED)
  const otherReadPool = openPool(OTHER_READ_CONNECTIONS, SHARED)
  const searchTimeoutMs = Math.min(SEARCH_TIMEOUT_MS, config.DATABASE_STATEMENT_TIMEOUT_MS)
  const searchPool = openPool(SEARCH_LIMITS.runningMax, { statementTimeoutMs: searchTimeoutMs })
  // If reads are scoped, what checks them follows them on one connection, and look-ups are so
  // long to plan and to keep that one connection has them.
  const isScoped = scopes !== undefined
  const pagePool = openPool(isScoped ? 1 : PAGE_CONNECTIONS, SHARED)
  const lookUpPool = isScoped ? openPool(1) : pool
  const { DATABASE_QUEUE_MAX: waitingMax, DATABASE_QUEUE_TIMEOUT_MS: waitTimeoutMs } = config
  const limits = { waitingMax, waitTimeoutMs }
  const queues = queuesOf(config, limits)
  const { queue, reads, manyReads, pages, searches, strangers, slow, long } = queues
  const queued = <T>(queueKey: string | null, statement: () => Promise<T>) =>
    queue.run(queueKey, () => withRetries(statement, observer))
  const run = <T>(queueKey: string | null, statement: Statement<T>) =>
    queued(queueKey, () => runOn(pool, statement))
  const lane = (turns: StatementQueue, sql: Sql, turnOf = organizationOf): Lane => {
    return (from, statement) => turns.run(turnOf(from), () => runOn(sql, statement))
  }
  return {
    pool,
    limits,
    get size() {
      return Object.values(queues).reduce((sum, { size }) => sum + size, 0)
    },
    connections: {
      max: config.DATABASE_POOL_SIZE,
      get inUse() {
        return queue.running
      },
    },
    run,
    lookUp: <T>(statement: Statement<T>) => queued(null, () => runOn(lookUpPool, statement)),
    read: <T>(queueKey: string | null, statement: Statement<T>) =>
      reads.run(queueKey, () => runOn(readPool, statement)),
    readMany: lane(manyReads, otherReadPool),
    page: lane(pages, pagePool),
    search: lane(searches, searchPool),
    stranger: lane(strangers, otherReadPool, ({ address }) =>
      address === undefined ? null : addressGroup(address),
    ),
    slow: <T>({ organizationId }: From, statement: Statement<T>) =>
      slow.run(organizationId, () => run(null, statement)),
    long: <T>(queueKey: string, work: (tx: TransactionSql) => Promise<T>) =>
      long.run(queueKey, () => queued(null, () => pool.begin(work))),
    // The caller has waited for the work; without a limit, dead connections would be waited for.
    close: async () => {
      const end = (sql: Sql) => sql.end(CLOSE_TIMEOUT_MS)
      const pools = [pool, readPool, otherReadPool, pagePool, searchPool, lookUpPool]
      await Promise.all([...new Set(pools)].map(end))
    },
  }
}

function runOn<T>(sql: Sql, statement: Statement<T>): Promise<T> {
  return sql.pool.run(statement(sql))
}

/** PostgreSQL itself ends them in time, so a connection that takes longer is dead. */
function longestStatementMs(config: Config): number {
  return Math.max(config.DATABASE_STATEMENT_TIMEOUT_MS, config.DATABASE_TRANSACTION_TIMEOUT_MS)
}

function queuesOf(config: Config, limits: WaitingLimits) {
  // A request waits for what is slow as long as that may take.
  const waitTimeoutMs = limits.waitTimeoutMs + config.DATABASE_STATEMENT_TIMEOUT_MS
  // Slow and long ones together leave connections to others, where there are three or more.
  const few = Math.max(1, Math.min(2, Math.trunc(config.DATABASE_POOL_SIZE / 3)))
  const fewLimits = { ...limits, runningMax: few, runningOfOneMax: 1 }
  return {
    queue: new StatementQueue({ ...runningLimits(config), ...limits }),
    reads: new StatementQueue({ ...READ_LIMITS, ...limits }),
    manyReads: new StatementQueue({ ...PAGE_LIMITS, ...limits }),
    pages: new StatementQueue({ ...PAGE_LIMITS, ...limits }),
    searches: new StatementQueue({ ...limits, ...SEARCH_LIMITS, waitTimeoutMs }),
    strangers: new StatementQueue({ ...STRANGER_LIMITS, ...limits }),
    slow: new StatementQueue({ ...fewLimits, waitTimeoutMs }),
    long: new StatementQueue({ ...fewLimits, waitTimeoutMs: LONG_WAIT_MS }),
  }
}

/** Shares of the connections: some are left to batches of changes. */
function runningLimits(config: Config) {
  const runningMax = config.DATABASE_POOL_SIZE
  const isBatching = config.STATEMENT_BATCH_SIZE_MAX > 1
  const spared = Math.min(config.STATEMENT_BATCHES_IN_FLIGHT_MAX, runningMax / 2)
  const runningOfAllMax = Math.ceil(isBatching ? runningMax - spared : runningMax)
  // A single organization never takes all of them.
  return { runningMax, runningOfAllMax, runningOfOneMax: Math.max(1, runningOfAllMax - 1) }
}

async function withRetries<T>(
  statement: () => Promise<T>,
  observer: DatabaseOptions['observer'],
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement()
    } catch (error) {
      if (!isConflict(error) || attempt > CONFLICT_RETRIES) throw error
      observer?.conflictRetried(codeOf(error) as string)
      await delay(Math.random() * 5 * 2 ** attempt)
    }
  }
}
