import { parse } from 'node:querystring'
import type { Secrets } from '../secrets/secrets.ts'
import type { SessionCookie } from '../sessions/session-cookie.ts'

/** Bound to the host, and to HTTPS or the machine itself, by its prefix. */
const NAME = '__Host-vault-sign-in'
const CONTEXT = 'sign-in'

/** Time to sign in with the provider. */
const LIFETIME_MS = 600_000

/** Lax: the provider's redirect back is a navigation from another site. */
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

/** A sign-in that a browser began: what the provider's response must fit. */
export interface BegunSignIn {
  readonly organizationId: string
  readonly issuer: string
  readonly clientId: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Seconds; the provider must have signed the person in at most so many before the begin. */
  readonly maxAge: number | null
  readonly returnTo: string
  /** The session that the browser had. */
  readonly previous: SessionCookie | null
}

/** The sign-in as it comes back from the browser. */
export interface OpenSignIn extends BegunSignIn {
  readonly beganMs: number
}

/** The value of `Set-Cookie` by which the browser, and no other one, can finish the sign-in. */
export function signInCookie(begun: BegunSignIn, secrets: Secrets, nowMs: number): string {
  const text = JSON.stringify({ ...begun, endsAt: nowMs + LIFETIME_MS })
  const sealed = Buffer.from(secrets.encrypt(text, CONTEXT), 'base64').toString('base64url')
  return `${NAME}=${sealed}; Max-Age=${LIFETIME_MS / 1_000}; ${ATTRIBUTES}`
}

/** Takes the cookie back. */
export const ENDED_SIGN_IN_COOKIE = `${NAME}=; Max-Age=0; ${ATTRIBUTES}`

/** The sign-in that this browser began; undefined if none, or too long ago. */
export function readSignIn(
  cookies: string | undefined,
  secrets: Secrets,
  nowMs: number,
): OpenSignIn | undefined {
  const sealed = parse(cookies ?? '', '; ', '=', { decodeURIComponent: (text) => text })[NAME]
  // Two of that name are none: a neighbouring host may have set one.
  if (typeof sealed !== 'string' || sealed === '') return undefined
  try {
    const text = secrets.decrypt(Buffer.from(sealed, 'base64url').toString('base64'), CONTEXT)
    const { endsAt, ...begun } = JSON.parse(text) as BegunSignIn & { readonly endsAt: number }
    return endsAt > nowMs ? { ...begun, beganMs: endsAt - LIFETIME_MS } : undefined
  } catch {
    return undefined
  }
}
