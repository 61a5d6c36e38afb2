import { Refusal } from '../domain/errors.ts'

const WHAT_NOW = {
  unchanged: 'Nothing was changed: send the request again after a moment.',
  unknown:
    'Any requested change may have been made: read the record before you send the request ' +
    'again, or send it again with the same Idempotency-Key.',
}

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
