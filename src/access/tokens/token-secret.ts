import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { OrganizationMode } from '../../domain/caller.ts'
import { isId } from '../../domain/ids.ts'

const PREFIX = 'vis_'
/** Behind the prefix in the tokens of test organizations. */
const TEST = 'test_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 > 2^256 and 62^6 > 2^32. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

const FORM = new RegExp(
  `^${PREFIX}(${TEST})?([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
)

/**
 * A new token: `vis_`, or `vis_test_` for a test organization, 256 random bits and their CRC-32, both
 * in base62. It is never stored.
 */
export function newToken(mode: OrganizationMode = 'live'): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
  const secret = mode === 'test' ? TEST + random : random
  return `${PREFIX}${secret}${checksum(secret)}`
}

/**
 * A new bearer of a session: a token, and the organization, so that no table has to find that by
 * the hash.
 */
export function newBearer(organizationId: string, mode: OrganizationMode): string {
  return `${newToken(mode)}.${organizationId}`
}

/** The organization of a text that can be a session's bearer; undefined of any other. */
export function organizationOfBearer(text: string): string | undefined {
  const [token = '', organizationId = '', ...rest] = text.split('.')
  return rest.length === 0 && isId(organizationId) && isToken(token) ? organizationId : undefined
}

/** Whether the text can be a token: the checksum finds a typing error without a look-up. */
export function isToken(text: string): boolean {
  const match = FORM.exec(text)
  if (match === null) return false
  const [, test = '', random, digits] = match
  return checksum(`${test}${random}`) === digits
}

/** The mode of the organizations that a token or a bearer of this form may open. */
export function modeOfToken(text: string): OrganizationMode {
  return text.startsWith(PREFIX + TEST) ? 'test' : 'live'
}

/**
 * The hash that is stored of a token. A fast hash is enough: nobody can guess 256 random bits, so a
 * slow one would protect nothing.
 */
export function tokenSha256(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function checksum(secret: string): string {
  return base62(BigInt(crc32(secret)), CHECKSUM_LENGTH)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text
}
