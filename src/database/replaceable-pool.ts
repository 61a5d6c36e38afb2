import type { Sql } from 'postgres'
import { isConnectionLost } from './postgres/postgres-errors.ts'
import { takenRows } from './postgres/taken-rows.ts'

/** PostgreSQL gave no response within a limit that it keeps itself: the connection leads nowhere. */
class NoResponse extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * The driver's pool, left for a new one when a connection of it breaks or stops answering. A server
 * that vanishes without a word, as behind a broken network, leaves connections that look open: the
 * system gives them up after a quarter of an hour, and each statement sent on one until then would
 * be lost. And of a connection that broke in the middle of a statement the driver keeps a remnant,
 * with which the next one in its place says nothing until the connect timeout ends it.
 */
export class ReplaceablePool {
  readonly #open: () => Sql
  readonly #leaveTimeoutMs: number
  #sql: Sql
  /** Whether the pool of now ever answered: one that never did is no better for being new. */
  #hasResponded = false

  /** @param leaveTimeoutMs how long statements on connections that were left may still take */
  constructor(open: () => Sql, leaveTimeoutMs: number) {
    this.#open = open
    this.#leaveTimeoutMs = leaveTimeoutMs
    this.#sql = open()
  }

  /** The pool of now: ask for it each time. */
  get sql(): Sql {
    return this.#sql
  }

  /**
   * Runs a statement that PostgreSQL ends itself before `deadlineMs`: a connection without an
   * answer by then is dead, and its pool is left.
   * @throws what the statement throws; an error with the code `ETIMEDOUT` where nobody answers
   */
  run<T>(statement: (sql: Sql) => PromiseLike<T>, deadlineMs: number): Promise<T> {
    return this.#ask(statement, deadlineMs, true)
  }

  /**
   * Asks for a response, patient or not: a server that is only slow must not lose its connections to
   * the question, or it would have to make new ones while it is slow.
   */
  async ping(deadlineMs: number): Promise<void> {
    await this.#ask((sql) => sql`select 1`, deadlineMs, false)
  }

  async #ask<T>(
    statement: (sql: Sql) => PromiseLike<T>,
    deadlineMs: number,
    isSilenceDeath: boolean,
  ): Promise<T> {
    const sql = this.#sql
    try {
      const response = await within(statement(sql), deadlineMs)
      if (this.#sql === sql) this.#hasResponded = true
      return Array.isArray(response) ? (takenRows(response) as T) : response
    } catch (error) {
      // The other connections end by themselves, once their statements have.
      const isLost = isConnectionLost(error) && this.#hasResponded
      if (isLost || (isSilenceDeath && error instanceof NoResponse)) this.#leave(sql)
      throw error
    }
  }

  /** Statements on its other connections may end; what says nothing is cut off in time. */
  #leave(sql: Sql): void {
    // Of several that were lost at once, the first has changed the pool already.
    if (this.#sql !== sql) return
    this.#sql = this.#open()
    this.#hasResponded = false
    sql.end({ timeout: this.#leaveTimeoutMs / 1000 }).catch(() => undefined)
  }
}

/** What the work comes to, by then. @throws {NoAnswer} */
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
