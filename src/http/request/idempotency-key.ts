import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import stringify from 'safe-stable-stringify'
import type { Violation } from '../../domain/errors.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../domain/limits.ts'

type Headers = FastifyRequest['headers']

/** What is wrong with `Idempotency-Key`. */
export function idempotencyKeyViolations(headers: Headers): Violation[] {
  const sent = headers['idempotency-key']
  if (sent === undefined || keyOf(sent) !== undefined) return []
  return [
    {
      pointer: '/Idempotency-Key',
      in: 'header',
      code: 'invalid_format',
      detail:
        `Send one key of 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} visible ASCII characters, such as a ` +
        'UUID, in quotes or without.',
    },
  ]
}

/** Reads an `Idempotency-Key` without violations; null where there is none. */
export function readIdempotencyKey(headers: Headers): string | null {
  const sent = headers['idempotency-key']
  return sent === undefined ? null : (keyOf(sent) ?? null)
}

/**
 * What tells a request from another one of its operation, in hexadecimal digits. The order of
 * members and the blanks between them are no part of it: some clients write them again each time.
 * @param tokenId where only the same token may have the response again
 */
export function requestSha256(
  request: Pick<FastifyRequest, 'params' | 'body'>,
  tokenId: string | null,
): string {
  return createHash('sha256').update(requestText(request, tokenId)).digest('hex')
}

/** The text that stands for a request, however it was written. */
export function requestText(
  { params, body }: Pick<FastifyRequest, 'params' | 'body'>,
  tokenId: string | null,
): string {
  return stringify([params, body ?? null, tokenId]) ?? ''
}

const VISIBLE = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_LENGTH_MAX}}$`)
/** A string of RFC 8941, 3.3.3. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/

/** The same key in quotes, as the header is standardised, and without, as most send it. */
function keyOf(sent: string | string[]): string | undefined {
  if (typeof sent !== 'string') return undefined
  const key = sent.startsWith('"') ? QUOTED.exec(sent)?.[1]?.replaceAll(/\\(["\\])/g, '$1') : sent
  return key !== undefined && VISIBLE.test(key) ? key : undefined
}
