import { FORGET } from './changes/idempotency-keys.ts'
import { within } from './postgres/connection-pool.ts'
import { refusesWrites } from './postgres/postgres-errors.ts'
import type { Sql } from './postgres/sql.ts'

/**
 * Knows whether PostgreSQL refuses every change: its disk is full, or it is read-only. The error of
 * a request says so first. From then on it is asked, so that a service that gets no requests
 * because of this learns when changes can be made again. A standby says it itself.
 */
export class WriteProbe {
  readonly #sql: Sql
  readonly #timeoutMs: number
  #isRefused = false
  #asked: Promise<boolean> | undefined

  constructor(sql: Sql, timeoutMs: number) {
    this.#sql = sql
    this.#timeoutMs = timeoutMs
  }

  /** To be called with each error of PostgreSQL. */
  noticed(error: unknown): void {
    if (refusesWrites(error)) this.#isRefused = true
  }

  /** @throws where PostgreSQL does not respond in time */
  async ping(): Promise<'writable' | 'not_writable'> {
    // A server that became a standby goes on to read: no request would say so first.
    const [server] = await within(
      this.#sql.query<{ isStandby: boolean }[]>('select pg_is_in_recovery() as is_standby'),
      this.#timeoutMs,
    )
    return server?.isStandby !== true && (await this.#isWritable()) ? 'writable' : 'not_writable'
  }

  /** Asks nothing while no change was refused; else once for all who ask at the same time. */
  async #isWritable(): Promise<boolean> {
    if (!this.#isRefused) return true
    this.#asked ??= within(write(this.#sql), this.#timeoutMs)
      .then(() => {
        this.#isRefused = false
        return true
      })
      .catch((error: unknown) => {
        if (refusesWrites(error)) return false
        throw error
      })
      .finally(() => {
        this.#asked = undefined
      })
    return await this.#asked
  }
}

/**
 * Changes nothing, and fails where changes do. The series takes 1.4 MB, more than `work_mem`, and
 * so a file: some 20 ms. The DELETE of no organization fails on a read-only server.
 */
async function write(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.query(`set local work_mem = '64kB'`)
    // Several servers have no generic plan for the DELETE.
    await tx.query(`set local plan_cache_mode = 'force_custom_plan'`)
    await tx.query('select count(*) from generate_series(1, 100000)')
    await tx.query(FORGET, ['', 1])
  })
}
