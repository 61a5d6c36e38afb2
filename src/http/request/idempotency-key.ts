import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { RequestKey } from '../../database/changes/change.ts'
import type { Caller } from '../../domain/caller.ts'
import type { Violation } from '../../domain/errors.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../domain/limits.ts'
import { canonical } from '../../domain/text.ts'
import { bearerToken } from './authentication.ts'

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

/** The part of a contract that says whose a response is. */
interface Kept {
  readonly operationId: string
  readonly returnsSecret?: true
  readonly isOfCaller?: true
}

interface KeyedRequest {
  readonly idempotencyKey: string | null
  readonly caller: Caller
  readonly parameters: unknown
  readonly body: unknown
}

/** The key of a change, and which request it was sent with. */
export function requestKey(
  { operationId, returnsSecret, isOfCaller }: Kept,
  { idempotencyKey: key, caller, parameters: params, body }: KeyedRequest,
  secret: string | undefined,
): RequestKey | undefined {
  if (key === null) return undefined
  // Only the token that received a secret may receive it again, no other of its organization; of a
  // session, only the bearer, which is the secret that encrypts the response.
  const holder = caller.sessionId === undefined ? caller.tokenId : (secret ?? null)
  const actor = isOfCaller === true ? (caller.personId ?? caller.tokenId) : null
  return {
    operation: operationId,
    key,
    requestSha256: requestSha256({ params, body }, returnsSecret === true ? holder : actor),
    ...(secret !== undefined && { encrypt: (text) => encryptResponse(text, secret) }),
  }
}

/** Key of an encrypted response: a retry carries it, the database never has it. */
export function responseSecret(
  { returnsSecret }: Kept,
  rawRequest: FastifyRequest,
  isPersonal: boolean,
): string | undefined {
  if (returnsSecret === true) return bearerToken(rawRequest)
  return isPersonal ? requestText(rawRequest, null) : undefined
}

/**
 * The digest that tells requests of one operation apart, in hexadecimal digits.
 * @param holderId the token, or the person, if nobody else may receive the response again
 */
function requestSha256(
  request: Pick<FastifyRequest, 'params' | 'body'>,
  holderId: string | null,
): string {
  return hash('sha256', requestText(request, holderId))
}

/** Does not depend on whitespace or the order of members: retries may be serialized differently. */
function requestText(
  { params, body }: Pick<FastifyRequest, 'params' | 'body'>,
  holderId: string | null,
): string {
  return canonical([params, body ?? null, holderId])
}

const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a response that is stored for retries. Only a client that repeats the secret can read
 * it: the database has no more than hashes of access tokens, and stored responses must not reveal
 * more.
 * @returns salt, nonce, tag and cipher text, in base64
 */
function encryptResponse(text: string, secret: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret, salt), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** @throws if the text was encrypted with another secret, or altered */
export function decryptResponse(stored: string, secret: string): string {
  const bytes = Buffer.from(stored, 'base64')
  const salt = bytes.subarray(0, SALT_BYTES)
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  const encryptedFrom = SALT_BYTES + NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv(CIPHER, keyOf(secret, salt), nonce)
  decipher.setAuthTag(bytes.subarray(SALT_BYTES + NONCE_BYTES, encryptedFrom))
  const encrypted = bytes.subarray(encryptedFrom)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}

function keyOf(secret: string, salt: Buffer): Buffer {
  // The label is part of the format: with another one, stored responses could not be read.
  return Buffer.from(hkdfSync('sha256', secret, salt, 'vault-inventory kept answer', 32))
}
