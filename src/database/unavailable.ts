import { Refusal } from '../domain/errors.ts'
import { QueueOverrun } from './batching/fair-queue.ts'
import { FORGET } from './changes/idempotency-keys.ts'
import { within } from './postgres/connection-pool.ts'
import {
  codeOf,
  isPassing,
  isUndone,
  isUnstorable,
  refusesWrites,
} from './postgres/postgres-errors.ts'
import type { Sql } from './postgres/sql.ts'
import type { DatabaseOptions } from './request-database.ts'

const WHAT_NOW = {
  unchanged: 'Nothing was changed: send the request again after a moment.',
  unknown:
    'Any requested change may have been made: read the record before you send the request ' +
    'again, or send it again with the same Idempotency-Key.',
}

const AWAY = 'The database is not available right now.'
const TOO_LONG = 'The search takes too long: search for fewer words, or write them in full.'

/** The SQLSTATE of a statement that took longer than it may. */
const QUERY_CANCELED = '57014'

/**
 * The refusal of a request that the database cannot serve now.
 * @param what the reason, as a sentence
 * @param outcome whether PostgreSQL is known to have changed nothing
 */
export function unavailable(what: string, outcome: keyof typeof WHAT_NOW, cause: unknown): Refusal {
  return new Refusal('temporarily_unavailable', {
    detail: `${what} ${WHAT_NOW[outcome]}`,
    cause,
  })
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'temporarily_unavailable'
}

/**
 * The refusal for a database that is away, full or too busy, and for a text that it cannot hold;
 * any other error as it is.
 * @param kind only where the statement changes nothing
 */
export function databaseRefusal(
  error: unknown,
  {
    observer,
    probe,
  }: { observer: DatabaseOptions['observer']; probe: ReturnType<typeof writeProbe> },
  kind?: 'read' | 'search',
): unknown {
  probe.noticed(error)
  if (error instanceof QueueOverrun) {
    observer?.refused(error.reason)
    return unavailable('Too many requests are waiting for the database.', 'unchanged', error)
  }
  if (isUnstorable(error)) {
    const detail = 'A text has a character that the database cannot store: send it without that.'
    return new Refusal('invalid_request', { detail, cause: error })
  }
  if (!isPassing(error)) return error
  observer?.refused(codeOf(error) ?? 'unknown')
  const outcome = kind !== undefined || isUndone(error) ? 'unchanged' : 'unknown'
  const isTooLong = kind === 'search' && codeOf(error) === QUERY_CANCELED
  return unavailable(isTooLong ? TOO_LONG : AWAY, outcome, error)
}

/**
 * Knows whether PostgreSQL refuses every change: its disk is full, or it is read-only. The error of
 * a request says so first. From then on it is asked, so that a service that gets no requests
 * because of this learns when changes can be made again. A standby says it itself.
 */
export function writeProbe(sql: Sql, timeoutMs: number) {
  let isRefused = false
  let asked: Promise<boolean> | undefined
  /** Asks nothing while no change was refused; else once for all who ask at the same time. */
  const isWritable = async () => {
    if (!isRefused) return true
    asked ??= within(write(sql), timeoutMs)
      .then(() => {
        isRefused = false
        return true
      })
      .catch((error: unknown) => {
        if (refusesWrites(error)) return false
        throw error
      })
      .finally(() => {
        asked = undefined
      })
    return await asked
  }
  return {
    /** To be called with each error of PostgreSQL. */
    noticed: (error: unknown): void => {
      if (refusesWrites(error)) isRefused = true
    },
    /** @throws where PostgreSQL does not respond in time */
    ping: async (): Promise<'writable' | 'not_writable'> => {
      // A server that became a standby goes on to read: no request would say so first.
      const [server] = await within(
        sql.query<{ isStandby: boolean }[]>('select pg_is_in_recovery() as is_standby'),
        timeoutMs,
      )
      return server?.isStandby !== true && (await isWritable()) ? 'writable' : 'not_writable'
    },
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
