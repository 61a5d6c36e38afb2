import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import type { Config } from '../config/config.ts'
import { CLIENT, inSpan, tracing } from '../tracing/tracing.ts'
import { StatementQueue } from './batching/statement-queue.ts'
import type { DatabaseObserver, DatabaseOptions } from './database-options.ts'
import { codeOf, isConflict } from './postgres/postgres-errors.ts'
import { inTransaction } from './postgres/transaction.ts'
import { ReplaceablePool } from './replaceable-pool.ts'

/** Retries of a statement that PostgreSQL undid to let another through. */
const CONFLICT_RETRIES = 5

/** Connections of their own for reads by id. */
const READ_CONNECTIONS = 1

/** Connections of their own for quick pages of lists, and their statements under way. */
const PAGE_CONNECTIONS = 2
/** One on a node of a cluster: what follows pages checks their shards. */
const PAGE_CONNECTIONS_OF_NODE = 1
const PAGE_LIMITS = { runningMax: 16, runningOfAllMax: 16, runningOfOneMax: 8 }

/** Connections of their own for work in the background, on a node of a cluster. */
const LOOK_UP_CONNECTIONS = 1

/** Long transactions at the same time, and how long others may wait for them. */
const LONG_LIMITS = {
  runningMax: 2,
  runningOfAllMax: 2,
  runningOfOneMax: 1,
  waitTimeoutMs: 600_000,
}

/** Seconds that connections may take to close. */
const CLOSE_TIMEOUT_S = 1

type Statement<T> = (sql: Sql) => PromiseLike<T>

/** The connections of a server by the time that their statements take, with their queues. */
export function openLanes(
  config: Config,
  connections: (max: number) => Sql,
  { observer, shardOf }: Pick<DatabaseOptions, 'observer' | 'shardOf'>,
) {
  const deadlineMs = config.DATABASE_CONNECT_TIMEOUT_MS + longestStatementMs(config)
  const openPool = (max: number) => new ReplaceablePool(() => connections(max), deadlineMs)
  // One more than the requests have: the readiness check does not wait behind them.
  const pool = openPool(config.DATABASE_POOL_SIZE + 1)
  // Reads by id and quick pages wait for no lock. So they can follow each other on one connection:
  // sent together, they wake up each side once.
  const readPool = openPool(READ_CONNECTIONS)
  const isNode = shardOf !== undefined
  const pagePool = openPool(isNode ? PAGE_CONNECTIONS_OF_NODE : PAGE_CONNECTIONS)
  // Look-ups over all shards of a node are long to plan and to keep: one connection does.
  const lookUpPool = isNode ? openPool(LOOK_UP_CONNECTIONS) : pool
  const { DATABASE_QUEUE_MAX: waitingMax, DATABASE_QUEUE_TIMEOUT_MS: waitTimeoutMs } = config
  const limits = { waitingMax, waitTimeoutMs }
  const queue = new StatementQueue({ ...runningLimits(config), ...limits })
  const pages = new StatementQueue({ ...PAGE_LIMITS, ...limits })
  const long = new StatementQueue({ ...limits, ...LONG_LIMITS })
  const queued = <T>(queueKey: string | null, statement: () => Promise<T>) =>
    queue.run(queueKey, () => withRetries(statement, observer))
  const run = <T>(queueKey: string | null, statement: Statement<T>) =>
    queued(queueKey, () => pool.run(statement))
  return {
    pool,
    limits,
    get size() {
      return queue.size + pages.size + long.size
    },
    connections: {
      max: config.DATABASE_POOL_SIZE,
      get inUse() {
        return queue.running
      },
    },
    run,
    statement: <T>(queueKey: string | null, statement: Statement<T>) =>
      traced('statement', () => run(queueKey, statement)),
    lookUp: <T>(statement: Statement<T>) => queued(null, () => lookUpPool.run(statement)),
    read: (statements: (sql: Sql) => Promise<void>) => readPool.run(statements),
    page: <T>(queueKey: string, statement: Statement<T>) =>
      traced('page', () => pages.run(queueKey, () => pagePool.run(statement))),
    long: <T>(queueKey: string, work: (tx: TransactionSql) => Promise<T>) =>
      long.run(queueKey, () => queued(null, () => inTransaction(pool.sql, work))),
    // The caller has waited for the work; without a limit, the driver waits for dead connections.
    close: async () => {
      const end = ({ sql }: ReplaceablePool) => sql.end({ timeout: CLOSE_TIMEOUT_S })
      await Promise.all([...new Set([pool, readPool, pagePool, lookUpPool])].map(end))
    },
  }
}

/** A statement, or a transaction, of one request. Its time is also that of waiting for its turn. */
function traced<T>(name: string, send: () => Promise<T>): Promise<T> {
  const attributes = { 'db.system.name': 'postgresql' }
  return inSpan(() => ({ name, kind: CLIENT, attributes, requests: [tracing?.current] }), send)
}

/** PostgreSQL itself ends them in time, so a connection that takes longer is dead. */
function longestStatementMs(config: Config): number {
  return Math.max(config.DATABASE_STATEMENT_TIMEOUT_MS, config.DATABASE_TRANSACTION_TIMEOUT_MS)
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
  observer: DatabaseObserver | undefined,
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
