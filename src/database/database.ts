import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import type { Config } from '../config/config.ts'
import type { Caller } from '../domain/caller.ts'
import { QueueOverrun } from './batching/fair-queue.ts'
import { ReadBatchers } from './batching/read-batcher.ts'
import { SingleFlight } from './batching/single-flight.ts'
import { StatementQueue } from './batching/statement-queue.ts'
import type { Change, ChangeOutcome, RequestedChange } from './changes/change.ts'
import { ChangeBatcher } from './changes/change-batcher.ts'
import { type OrganizationTransaction, runnerOf } from './changes/organization-transaction.ts'
import type { ConnectionAddress, DatabaseObserver, DatabaseOptions } from './database-options.ts'
import { liftRequestLimits } from './postgres/lift-request-limits.ts'
import { codeOf, isConflict, isPassing, isUndone } from './postgres/postgres-errors.ts'
import { inTransaction } from './postgres/transaction.ts'
import { ReplaceablePool } from './replaceable-pool.ts'
import { requestConnections } from './request-connections.ts'
import type { RequestDatabase } from './request-database.ts'
import { unavailable } from './unavailable.ts'
import { WriteProbe } from './write-probe.ts'

/** Retries of a statement that PostgreSQL undid to let another through. */
const CONFLICT_RETRIES = 5

/** Connections of their own for reads by id. */
const READ_CONNECTIONS = 1

/** Connections of their own for quick pages of lists, and their statements under way. */
const PAGE_CONNECTIONS = 2
const PAGE_LIMITS = { runningMax: 16, runningOfAllMax: 16, runningOfOneMax: 8 }

/** Long transactions at the same time, and how long others may wait for them. */
const LONG_LIMITS = {
  runningMax: 2,
  runningOfAllMax: 2,
  runningOfOneMax: 1,
  waitTimeoutMs: 600_000,
}

/** Maximum of the items, or other records, of one batch of changes. */
const BATCH_WEIGHT_MAX = 1_000

/** Seconds that connections may take to close. */
const CLOSE_TIMEOUT_S = 1

export interface Database extends RequestDatabase {
  /**
   * The driver itself, for commands and migrations; requests use `run`. Read it each time: a pool
   * that stops responding is replaced.
   */
  readonly sql: Sql
  /** Statements of requests that run or wait right now. */
  readonly pending: number
  /** Does the work of requests with the same key once, as `SingleFlight`. @throws {Refusal} */
  singleFlight<T>(key: string, kind: string, work: () => Promise<T>): Promise<T>
  /**
   * Runs a transaction that takes as long as it needs, such as an import: two at any time, one of
   * an organization. Where PostgreSQL undoes it for others, it runs again.
   * @throws {Refusal} `temporarily_unavailable`; else what the work throws
   */
  long<T>(
    caller: Pick<Caller, 'organizationId'>,
    work: (tx: OrganizationTransaction) => Promise<T>,
  ): Promise<T>
  /**
   * Decides a change, in one transaction with those that arrive together with it.
   * @throws {Refusal} what the change is refused with, or `temporarily_unavailable`
   */
  change<Input, Facts, Result>(
    change: Change<Input, Facts, Result>,
    request: RequestedChange<Input, Result>,
  ): Promise<ChangeOutcome<Result>>
  /**
   * Resolves when PostgreSQL responds: whether it makes changes, as far as is known. Rejects after
   * the connect timeout.
   */
  ping(): Promise<'writable' | 'not_writable'>
  /** Closes every connection. The work must be done: a statement still running is cut off. */
  close(): Promise<void>
}

/**
 * Opens a pool with the limits of the settings; connections are made when they are first needed.
 * @throws {Error} where the address cannot be used, which `readConfig` reports first
 */
export function openDatabase(
  config: Config,
  connection: string | ConnectionAddress,
  options: DatabaseOptions,
): Database {
  const { observer } = options
  const { DATABASE_CONNECT_TIMEOUT_MS: connectTimeoutMs } = config
  const connections = requestConnections(config, connection, options)
  const deadlineMs = connectTimeoutMs + longestStatementMs(config)
  const openPool = (max: number) => new ReplaceablePool(() => connections(max), deadlineMs)
  // One more than the requests have: the readiness check does not wait behind them.
  const pool = openPool(config.DATABASE_POOL_SIZE + 1)
  // Reads by id and quick pages wait for no lock. So they can follow each other on one connection:
  // sent together, they wake up each side once.
  const readPool = openPool(READ_CONNECTIONS)
  const pagePool = openPool(PAGE_CONNECTIONS)

  const { DATABASE_QUEUE_MAX: waitingMax, DATABASE_QUEUE_TIMEOUT_MS: waitTimeoutMs } = config
  const limits = { waitingMax, waitTimeoutMs }
  const queue = new StatementQueue({ ...runningLimits(config), ...limits })
  const pages = new StatementQueue({ ...PAGE_LIMITS, ...limits })
  const queued = <T>(queueKey: string | null, statement: () => Promise<T>) =>
    queue.run(queueKey, () => withRetries(statement, observer))
  const long = new StatementQueue({ ...limits, ...LONG_LIMITS })
  const run = <T>(queueKey: string | null, statement: (sql: Sql) => PromiseLike<T>) =>
    queued(queueKey, () => pool.run(statement))
  const seen = { observer, probe: new WriteProbe(pool, connectTimeoutMs) }
  const batched = (name: string, size: number) => observer?.batched(name, size)
  const reads = new ReadBatchers(limits, {
    run: (statements) => readPool.run(statements),
    batched,
    refusalOf: (error) => databaseRefusal(error, seen, 'read'),
  })
  const { STATEMENT_BATCH_SIZE_MAX: sizeMax, STATEMENT_BATCHES_IN_FLIGHT_MAX: inFlightMax } = config
  const batchLimits = { ...limits, sizeMax, inFlightMax, weightMax: BATCH_WEIGHT_MAX }
  const changes = new ChangeBatcher(batchLimits, { run, batched })
  const shared = new SingleFlight(limits.waitingMax, batched)
  const mapToRefusal = <T>(response: Promise<T>, kind?: 'read') =>
    response.catch((error: unknown) => Promise.reject(databaseRefusal(error, seen, kind)))

  return {
    get sql() {
      return pool.sql
    },
    get pending() {
      return queue.size + pages.size + long.size + reads.pending + shared.waiting + changes.waiting
    },
    run: (caller, statement) => mapToRefusal(run(caller?.organizationId ?? null, statement)),
    page: ({ organizationId }, statement) => {
      const page = pages.run(organizationId, () => pagePool.run(statement))
      return mapToRefusal(page, 'read')
    },
    read: async (kind, caller, id) =>
      (await reads.find(kind, caller?.organizationId ?? null, [id])).get(id),
    readAll: (kind, caller, ids) => reads.find(kind, caller.organizationId, ids),
    change: (change, request) => mapToRefusal(changes.decide(change, request)),
    singleFlight: (key, kind, work) =>
      sizeMax > 1 ? mapToRefusal(shared.do(key, kind, work)) : work(),
    long: (caller, work) => {
      const transaction = () => inTransaction(pool.sql, withoutLimits(caller, work))
      return mapToRefusal(long.run(caller.organizationId, () => queued(null, transaction)))
    },
    ping: () => seen.probe.ping(),
    // The caller has waited for the work; without a limit, the driver waits for dead connections.
    close: async () => {
      const end = ({ sql }: ReplaceablePool) => sql.end({ timeout: CLOSE_TIMEOUT_S })
      await Promise.all([pool, readPool, pagePool].map(end))
    },
  }
}

/** PostgreSQL itself ends them in time, so a connection that takes longer is dead. */
function longestStatementMs(config: Config): number {
  return Math.max(config.DATABASE_STATEMENT_TIMEOUT_MS, config.DATABASE_TRANSACTION_TIMEOUT_MS)
}

/** The work of a transaction of one organization without the limits of requests. */
function withoutLimits<T>(
  caller: Pick<Caller, 'organizationId'>,
  work: (tx: OrganizationTransaction) => Promise<T>,
) {
  return async (tx: TransactionSql) => {
    await liftRequestLimits(tx)
    return await work(runnerOf(caller, tx))
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

/**
 * The refusal for a database that is away, full or too busy; any other error as it is.
 * @param kind `read` where the statement changes nothing
 */
function databaseRefusal(
  error: unknown,
  { observer, probe }: { observer: DatabaseObserver | undefined; probe: WriteProbe },
  kind?: 'read',
): unknown {
  probe.noticed(error)
  if (error instanceof QueueOverrun) {
    observer?.refused(error.reason)
    return unavailable('Too many requests are waiting for the database.', 'unchanged', error)
  }
  if (!isPassing(error)) return error
  observer?.refused(codeOf(error) ?? 'unknown')
  const outcome = kind === 'read' || isUndone(error) ? 'unchanged' : 'unknown'
  return unavailable('The database is not available right now.', outcome, error)
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
