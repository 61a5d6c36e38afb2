import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { QueueOverrun } from './batching/fair-queue.ts'
import { ReadBatchers } from './batching/read-batchers.ts'
import { SingleFlight } from './batching/single-flight.ts'
import { StatementQueue, type StatementQueueLimits } from './batching/statement-queue.ts'
import type { Change, ChangeOutcome, RequestedChange } from './changes/change.ts'
import { ChangeBatcher } from './changes/change-batcher.ts'
import { type Decision, outcomeOf, runChanges } from './changes/run-changes.ts'
import type { DatabaseObserver, DatabaseOptions } from './database-options.ts'
import { codeOf, isConflict, isPassing, isUndone } from './postgres/postgres-errors.ts'
import { ReplaceablePool } from './replaceable-pool.ts'
import { requestConnections } from './request-connections.ts'
import type { RequestDatabase } from './request-database.ts'
import { unavailable } from './unavailable.ts'

/** How often a statement that PostgreSQL undid for another one's sake is run again. */
const CONFLICT_RETRIES = 5

/** Of their own for reads by id. */
const READ_CONNECTIONS = 1

/** Of their own for quick pages of lists, and how many of their statements are under way. */
const PAGE_CONNECTIONS = 2
const PAGES_MAX = 16

/** How long connections may take to say goodbye, in seconds. */
const CLOSE_TIMEOUT_S = 1

export interface Database extends RequestDatabase {
  /**
   * The driver itself, for commands and migrations; statements of requests go through `run`. Ask
   * for it each time: a pool that stops answering is left for a new one.
   */
  readonly sql: Sql
  /** Statements of requests that run or wait right now. */
  readonly pending: number
  /**
   * Does work once for all requests that ask for the same before it has begun (`SingleFlight`).
   * @param key the same for the same work, and for no other
   * @param kind what it is, for the metrics
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
  /** Resolves when PostgreSQL answers; rejects within the connect timeout when it does not. */
  ping(): Promise<void>
  /** Closes every connection; the work must be done, what still runs is cut off after a second. */
  close(): Promise<void>
}

/**
 * Opens a pool; connections are made when they are first needed.
 * @throws {Error} where the address cannot be used, which `readConfig` has told before
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectTimeoutMs, statementTimeoutMs, transactionTimeoutMs } = options
  // PostgreSQL itself ends statements and transactions in time; past that and the time to connect,
  // nobody answers.
  const deadlineMs = connectTimeoutMs + Math.max(statementTimeoutMs, transactionTimeoutMs)
  const connections = requestConnections(options)
  const openPool = (max: number) => new ReplaceablePool(() => connections(max), deadlineMs)
  // One beside the requests' own: the readiness check does not wait in line behind them.
  const pool = openPool(options.poolSize + 1)
  // Reads by id wait for no lock, so they can follow each other down one connection: sent together
  // they cost both sides one wake-up, and not one for each statement.
  const readPool = openPool(READ_CONNECTIONS)
  // So can pages of which an index holds the rows in their order.
  const pagePool = openPool(PAGE_CONNECTIONS)
  const pages = new StatementQueue({
    runningMax: PAGES_MAX,
    runningOfAllMax: PAGES_MAX,
    runningOfOneMax: PAGES_MAX / 2,
    waitingMax: options.queueMax,
    waitTimeoutMs: options.queueTimeoutMs,
  })
  const queue = new StatementQueue(queueLimits(options))
  const run = <T>(queueKey: string | null, statement: (sql: Sql) => PromiseLike<T>) =>
    queue.run(queueKey, () => withRetries(() => pool.run(statement, deadlineMs), options.observer))
  const reads = new ReadBatchers(
    { waitingMax: options.queueMax, waitTimeoutMs: options.queueTimeoutMs },
    {
      run: (statements) => readPool.run(statements, deadlineMs),
      batched: (name, size) => options.observer?.batched(name, size),
      refusalOf: (error) => refusalOf(error, options.observer),
    },
  )
  const shared = new SingleFlight(options.queueMax, (kind, requests) =>
    options.observer?.batched(kind, requests),
  )
  const isShared = options.batching.sizeMax > 1

  const responded = <T>(response: Promise<T>) =>
    response.catch((error: unknown) => {
      throw refusalOf(error, options.observer)
    })
  const changes = changesOf(options, run)

  return {
    get sql() {
      return pool.sql
    },
    get pending() {
      return queue.size + pages.size + reads.pending + shared.waiting + changes.waiting
    },
    run: (caller, statement) => responded(run(caller?.organizationId ?? null, statement)),
    page: (caller, statement) =>
      responded(pages.run(caller.organizationId, () => pagePool.run(statement, deadlineMs))),
    read: (kind, caller, id) => reads.find(kind, caller?.organizationId ?? null, id),
    change: (change, request) => responded(changes.run(change, request)),
    share: (key, kind, work) => (isShared ? responded(shared.do(key, kind, work)) : work()),
    ping: () => pool.ping(connectTimeoutMs),
    // Whoever closes has waited for the work; the driver can wait for a connection that is dead.
    close: async () => {
      const pools = [pool.sql, readPool.sql, pagePool.sql]
      await Promise.all(pools.map((sql) => sql.end({ timeout: CLOSE_TIMEOUT_S })))
    },
  }
}

/** Requests of one organization whose items, or records, one transaction takes on. */
const BATCH_WEIGHT_MAX = 1_000

type Run = <T>(queueKey: string | null, statement: (sql: Sql) => PromiseLike<T>) => Promise<T>

/** Decides changes: those that can share a transaction in batches, each other one on its own. */
function changesOf(options: DatabaseOptions, run: Run) {
  const { sizeMax, inFlightMax } = options.batching
  const batcher = new ChangeBatcher(
    {
      sizeMax,
      weightMax: BATCH_WEIGHT_MAX,
      inFlightMax,
      waitingMax: options.queueMax,
      waitTimeoutMs: options.queueTimeoutMs,
    },
    {
      run: (transaction) => run(null, transaction),
      runPatiently: run,
      batched: (name, size) => options.observer?.batched(name, size),
    },
  )
  return {
    get waiting() {
      return batcher.waiting
    },
    run: async <Input, Facts, Result>(
      change: Change<Input, Facts, Result>,
      request: RequestedChange<Input, Result>,
    ): Promise<ChangeOutcome<Result>> => {
      const isBatched = change.batching !== undefined && sizeMax > 1 && !request.isDryRun
      if (isBatched) return await batcher.decide(change, request)
      const [decision] = await run(request.caller.organizationId, (sql) =>
        runChanges(sql, change, [request], 'wait'),
      )
      return outcomeOf(decision as Decision<Result>)
    },
  }
}

function queueLimits(options: DatabaseOptions): StatementQueueLimits {
  const { poolSize, batching, queueMax, queueTimeoutMs } = options
  const spared = batching.sizeMax > 1 ? Math.min(batching.inFlightMax, poolSize / 2) : 0
  const runningOfAllMax = Math.ceil(poolSize - spared)
  return {
    runningMax: poolSize,
    runningOfAllMax,
    // One at least is never one organization's alone.
    runningOfOneMax: Math.max(1, runningOfAllMax - 1),
    waitingMax: queueMax,
    waitTimeoutMs: queueTimeoutMs,
  }
}

/** What stands for a database that is away, full or too busy; every other error as it is. */
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
