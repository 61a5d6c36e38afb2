import type { Sql, TransactionSql } from 'postgres'
import { StatementQueue } from './batching/statement-queue.ts'
import { liftRequestLimits } from './postgres/lift-request-limits.ts'
import { inTransaction } from './postgres/transaction.ts'

/** At the same time, and how long others may wait for them. */
const LIMITS = { runningMax: 2, runningOfAllMax: 2, runningOfOneMax: 1, waitTimeoutMs: 600_000 }

/** Transactions without the limits of requests: two at any time, one of an organization. */
export class LongTransactions {
  readonly #queue: StatementQueue
  readonly #start: <T>(transaction: (sql: Sql) => Promise<T>) => Promise<T>

  /** @param start waits for a connection of requests, and runs the transaction on it */
  constructor(waitingMax: number, start: <T>(transaction: (sql: Sql) => Promise<T>) => Promise<T>) {
    this.#queue = new StatementQueue({ ...LIMITS, waitingMax })
    this.#start = start
  }

  /** Those that run or wait. */
  get size(): number {
    return this.#queue.size
  }

  /** @throws {QueueOverrun} where it was not started; else what the work throws */
  run<T>(organizationId: string, work: (tx: TransactionSql) => Promise<T>): Promise<T> {
    const transaction = (sql: Sql) =>
      inTransaction(sql, async (tx) => {
        await liftRequestLimits(tx)
        return await work(tx)
      })
    return this.#queue.run(organizationId, () => this.#start(transaction))
  }
}
