import { Refusal } from '../domain/errors.ts'
import { QueueOverrun } from './batching/fair-queue.ts'
import { codeOf, isPassing, isUndone, isUnstorable } from './postgres/postgres-errors.ts'
import type { DatabaseObserver } from './request-database.ts'
import type { WriteProbe } from './write-probe.ts'

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

export type KindOfRead = 'read' | 'search'

/**
 * The refusal for a database that is away, full or too busy, and for a text that it cannot hold;
 * any other error as it is.
 * @param kind only where the statement changes nothing
 */
export function databaseRefusal(
  error: unknown,
  { observer, probe }: { observer: DatabaseObserver | undefined; probe: WriteProbe },
  kind?: KindOfRead,
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
