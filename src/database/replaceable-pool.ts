import type { Sql } from 'postgres'
import { detachRows } from './postgres/detach-rows.ts'
import { isConnectionLost } from './postgres/postgres-errors.ts'

/** PostgreSQL did not respond within a limit that it keeps itself: the connection is dead. */
class NoResponse extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * The driver's pool, replaced by a new one when a connection of it breaks or stops responding. A
 * server that vanishes behind a broken network leaves connections that look open: the system drops
 * them after a quarter of an hour, and each statement sent on one until then would be lost. Of a
 * connection that broke within a statement, the driver keeps a remnant. With it, the next
 * connection in its place stays silent until the connect timeout ends it.
 */
export class ReplaceablePool {
  readonly #open: () => Sql
  readonly #deadlineMs: number
  #sql: Sql
  /** Whether the current pool ever responded: replacing one that never did gains nothing. */
  #hasResponded = false

  /** @param deadlineMs PostgreSQL itself ends each statement before that */
  constructor(open: () => Sql, deadlineMs: number) {
    this.#open = open
    this.#deadlineMs = deadlineMs
    this.#sql = open()
  }

  /** The current pool: read it each time. */
  get sql(): Sql {
    return this.#sql
  }

  /**
   * Runs a statement. A connection without a response by the deadline is dead, and its pool is
   * replaced.
   * @throws what the statement throws; an error with the code `ETIMEDOUT` after the deadline
   */
  run<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T> {
    return this.#execute(statement, this.#deadlineMs, true)
  }

  /** The same, and never replaces a slow server's pool: it would have to make connections while it is slow. */
  ask<T>(statement: (sql: Sql) => PromiseLike<T>, deadlineMs: number): Promise<T> {
    return this.#execute(statement, deadlineMs, false)
  }

  async #execute<T>(
    statement: (sql: Sql) => PromiseLike<T>,
    deadlineMs: number,
    isSilenceDeath: boolean,
  ): Promise<T> {
    const sql = this.#sql
    try {
      const response = await within(statement(sql), deadlineMs)
      if (this.#sql === sql) this.#hasResponded = true
      return Array.isArray(response) ? (detachRows(response) as T) : response
    } catch (error) {
      const isLost = isConnectionLost(error) && this.#hasResponded
      if (isLost || (isSilenceDeath && error instanceof NoResponse)) this.#replace(sql)
      throw error
    }
  }

  /** Statements on its other connections may end; what is silent is cut off in time. */
  #replace(sql: Sql): void {
    // If several statements fail at once, the first has replaced the pool already.
    if (this.#sql !== sql) return
    this.#sql = this.#open()
    this.#hasResponded = false
    sql.end({ timeout: this.#deadlineMs / 1000 }).catch(() => undefined)
  }
}

/** @throws {NoResponse} where the work takes longer */
export async function within<T>(work: PromiseLike<T>, deadlineMs: number): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new NoResponse('no response from PostgreSQL in time'))
  }, deadlineMs)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
