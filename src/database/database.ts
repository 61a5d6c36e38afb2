import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { QueueOverrun } from './batching/fair-queue.ts'
import { ReadBatchers } from './batching/read-batcher.ts'
import { SingleFlight } from './batching/single-flight.ts'
import { StatementQueue } from './batching/statement-queue.ts'
import type { Change, ChangeOutcome, RequestedChange } from './changes/change.ts'
import { ChangeBatcher } from './changes/change-batcher.ts'
import type { DatabaseObserver, DatabaseOptions } from './database-options.ts'
import { codeOf, isConflict, isPassing, isUndone } from './postgres/postgres-errors.ts'
import { ReplaceablePool } from './replaceable-pool.ts'
import { requestConnections } from './request-connections.ts'
import type { RequestDatabase } from './request-database.ts'
import { unavailable } from './unavailable.ts'

/** How often a statement that PostgreSQL undid to let another through is run again. */
const CONFLICT_RETRIES = 5

/** Connections of their own for reads by id. */
const READ_CONNECTIONS = 1

/** Connections of their own for quick pages of lists, and their statements under way. */
const PAGE_CONNECTIONS = 2
const PAGES_MAX = 16

/** Maximum of the items, or other records, of one batch of changes. */
const BATCH_WEIGHT_MAX = 1_000

/** How long connections may take to close, in seconds. */
const CLOSE_TIMEOUT_S = 1

export interface Database extends RequestDatabase {
  /**
   * The driver itself, for commands and migrations; requests use `run`. Read it each time: a pool
   * that stops responding is replaced.
   */
  readonly sql: Sql
  /** Statements of requests that run or wait right now. */
  readonly pending: number
  /**
   * Does work once for all requests that want the same before it has started (`SingleFlight`).
   * @param key the same for the same work, and for no other
   * @param kind its name in the metrics
   * @throws {Refusal} `temporarily_unavailable`, or what the work throws
   */
  share<T>(key: string, kind: string, work: () => Promise<T>): Promise<T>
  /**
   * Decides a change, in one transaction with those that arrive together with it.
   * @throws {Refusal} what the change is refused with, or `temporarily_unavailable`
   */
  change<Input, Facts, Result>(
    change: Change<Input, Facts, Result>,
    request: RequestedChange<Input, Result>,
  ): Promise<ChangeOutcome<Result>>
  /** Resolves when PostgreSQL responds; rejects after the connect timeout. */
  ping(): Promise<void>
  /** Closes every connection. The work must be done: a statement still running is cut off. */
  close(): Promise<void>
}

/**
 * Opens a pool; connections are made when they are first needed.
 * @throws {Error} where the address cannot be used, which `readConfig` reports first
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectTimeoutMs, statementTimeoutMs, transactionTimeoutMs, observer } = options
  const { sizeMax, inFlightMax } = options.batching
  // PostgreSQL itself ends statements and transactions in time, so a connection that takes longer
  // is dead.
  const deadlineMs = connectTimeoutMs + Math.max(statementTimeoutMs, transactionTimeoutMs)
  const connections = requestConnections(options)
  const openPool = (max: number) => new ReplaceablePool(() => connections(max), deadlineMs)
  // One more than the requests have: the readiness check does not wait behind them.
  const pool = openPool(options.poolSize + 1)
  // Reads by id, and pages whose rows an index holds in their order, wait for no lock. So they can
  // follow each other on one connection: sent together, they wake up each side once.
  const readPool = openPool(READ_CONNECTIONS)
  const pagePool = openPool(PAGE_CONNECTIONS)

  const limits = { waitingMax: options.queueMax, waitTimeoutMs: options.queueTimeoutMs }
  const queue = new StatementQueue({ ...runningLimits(options), ...limits })
  const pages = new StatementQueue({
    runningMax: PAGES_MAX,
    runningOfAllMax: PAGES_MAX,
    runningOfOneMax: PAGES_MAX / 2,
    ...limits,
  })
  const run = <T>(queueKey: string | null, statement: (sql: Sql) => PromiseLike<T>) =>
    queue.run(queueKey, () => withRetries(() => pool.run(statement), observer))
  const batched = (name: string, size: number) => observer?.batched(name, size)
  const reads = new ReadBatchers(limits, {
    run: (statements) => readPool.run(statements),
    batched,
    refusalOf: (error) => refusalOf(error, observer),
  })
  const changeLimits = { ...limits, sizeMax, inFlightMax, weightMax: BATCH_WEIGHT_MAX }
  const changes = new ChangeBatcher(changeLimits, { run, batched })
  const shared = new SingleFlight(options.queueMax, batched)

  const orRefusal = <T>(response: Promise<T>) =>
    response.catch((error: unknown) => {
      throw refusalOf(error, observer)
    })

  return {
    get sql() {
      return pool.sql
    },
    get pending() {
      return queue.size + pages.size + reads.pending + shared.waiting + changes.waiting
    },
    run: (caller, statement) => orRefusal(run(caller?.organizationId ?? null, statement)),
    page: (caller, statement) =>
      orRefusal(pages.run(caller.organizationId, () => pagePool.run(statement))),
    read: (kind, caller, id) => reads.find(kind, caller?.organizationId ?? null, id),
    change: (change, request) => orRefusal(changes.decide(change, request)),
    share: (key, kind, work) => (sizeMax > 1 ? orRefusal(shared.do(key, kind, work)) : work()),
    ping: () => pool.ping(connectTimeoutMs),
    // The caller has waited for the work; without a limit, the driver waits for dead connections.
    close: async () => {
      const pools = [pool.sql, readPool.sql, pagePool.sql]
      await Promise.all(pools.map((sql) => sql.end({ timeout: CLOSE_TIMEOUT_S })))
    },
  }
}

/** How statements share the connections: some are left to batches of changes. */
function runningLimits({ poolSize, batching }: DatabaseOptions) {
  const spared = batching.sizeMax > 1 ? Math.min(batching.inFlightMax, poolSize / 2) : 0
  const runningOfAllMax = Math.ceil(poolSize - spared)
  // At least one connection is never one organization's alone.
  return {
    runningMax: poolSize,
    runningOfAllMax,
    runningOfOneMax: Math.max(1, runningOfAllMax - 1),
  }
}

/** The refusal for a database that is away, full or too busy; any other error as it is. */
function refusalOf(error: unknown, observer: DatabaseObserver | undefined): unknown {
  if (error instanceof QueueOverrun) {
    observer?.refused(error.reason)
    return unavailable('Too many requests are waiting for the database.', 'unchanged', error)
  }
  if (!isPassing(error)) return error
  observer?.refused(codeOf(error) ?? 'unknown')
  const outcome = isUndone(error) ? 'unchanged' : 'unknown'
  return unavailable('The database cannot answer right now.', outcome, error)
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
