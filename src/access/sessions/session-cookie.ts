import { hash, randomBytes } from 'node:crypto'

export interface SessionCookie {
  /** Each statement names its organization, so the cookie does too. */
  readonly organizationId: string
  /** Hash of the secret, in hexadecimal digits: the secret itself is never stored. */
  readonly secretSha256: string
}

/** A new session's cookie, and its value, which only the browser gets. */
interface NewSessionCookie extends SessionCookie {
  readonly value: string
}

const VALUE = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/

/** A secret of 256 random bits, so a fast hash is enough. */
export function newSessionCookie(organizationId: string): NewSessionCookie {
  const secret = randomBytes(32).toString('base64url')
  return { organizationId, secretSha256: sha256Of(secret), value: `${organizationId}.${secret}` }
}

/** The value of a cookie, or a code of the same form; undefined of any other text. */
export function readSessionValue(text: string): SessionCookie | undefined {
  const [, organizationId, secret] = VALUE.exec(text) ?? []
  if (organizationId === undefined || secret === undefined) return undefined
  return { organizationId, secretSha256: sha256Of(secret) }
}

/** The session's cookie of a request; undefined if it has none. */
export function readSessionCookie(
  header: string | undefined,
  basePath: string,
): SessionCookie | undefined {
  const name = `${cookieName(basePath)}=`
  const pair = header?.split(/; */).find((each) => each.startsWith(name))
  return readSessionValue(pair?.slice(name.length) ?? '')
}

/**
 * The header that keeps a session in the browser. No script reads it, no other site's request
 * carries it, and no other host or plain HTTP can set it.
 */
export function setCookieHeader(
  { value }: Pick<NewSessionCookie, 'value'>,
  basePath: string,
  maxAgeS: number,
): string {
  return `${cookieName(basePath)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; Secure; SameSite=Strict`
}

/** The header that removes it. */
export function clearCookieHeader(basePath: string): string {
  return setCookieHeader({ value: '' }, basePath, 0)
}

/**
 * The header by which the browser remembers for a day that somebody signed out. Without it, their
 * identity provider would sign them in again at once, also for the next person at that desk.
 */
export function signedOutHeader(basePath: string, maxAgeS = 86_400): string {
  return `${signedOutName(basePath)}=1; Path=/; Max-Age=${maxAgeS}; HttpOnly; Secure; SameSite=Lax`
}

export function isSignedOut(header: string | undefined, basePath: string): boolean {
  return header?.split(/; */).includes(`${signedOutName(basePath)}=1`) === true
}

const signedOutName = (basePath: string) => cookieName(basePath).replace('session', 'signed-out')

/** Two vaults can have one origin, and paths of their own; such a cookie has the path `/` only. */
function cookieName(basePath: string): string {
  return `__Host-vault-session${basePath.replaceAll('/', '.')}`
}

function sha256Of(secret: string): string {
  return hash('sha256', secret, 'hex')
}
