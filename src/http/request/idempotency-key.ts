import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Violation } from '../../domain/errors.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../domain/limits.ts'
import { canonical } from '../../domain/text.ts'

type Headers = FastifyRequest['headers']

export function idempotencyKeyViolations(headers: Headers): Violation[] {
  if (headers['idempotency-key'] === undefined || readIdempotencyKey(headers) !== null) return []
  return [
    {
      pointer: '/Idempotency-Key',
      in: 'header',
      code: 'invalid_format',
      detail:
        `Send one key of 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} visible ASCII characters, such as a ` +
        'UUID, with or without quotes.',
    },
  ]
}

const VISIBLE = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_LENGTH_MAX}}$`)
/** A string of RFC 8941, 3.3.3. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/

/**
 * Reads `Idempotency-Key`, in quotes (the standard form) or without (the usual form).
 * @returns null if there is none, or none that is valid
 */
export function readIdempotencyKey(headers: Headers): string | null {
  const sent = headers['idempotency-key']
  if (typeof sent !== 'string') return null
  const key = sent.startsWith('"') ? QUOTED.exec(sent)?.[1]?.replaceAll(/\\(["\\])/g, '$1') : sent
  return key !== undefined && VISIBLE.test(key) ? key : null
}

/**
 * The digest that tells requests of one operation apart, in hexadecimal digits.
 * @param holderId the token, or the person, if nobody else may receive the response again
 */
export function requestSha256(
  request: Pick<FastifyRequest, 'params' | 'body'>,
  holderId: string | null,
): string {
  return hash('sha256', requestText(request, holderId))
}

/** Does not depend on whitespace or the order of members: retries may be serialized differently. */
export function requestText(
  { params, body }: Pick<FastifyRequest, 'params' | 'body'>,
  holderId: string | null,
): string {
  return canonical([params, body ?? null, holderId])
}
