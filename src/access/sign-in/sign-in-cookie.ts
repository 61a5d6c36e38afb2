import { parse } from 'node:querystring'
import type { Secrets } from '../../runtime/secrets/secrets.ts'
import type { SessionCookie } from '../sessions/session-cookie.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'

/** Bound to the host, and to HTTPS or the machine itself, by its prefix. */
const NAME = '__Host-vault-sign-in'
const CONTEXT = 'sign-in'

/** Time to sign in with the provider, and then to say that one wants to. */
const LIFETIME_MS = 600_000

/** Lax: the provider's redirect back is a navigation from another site. */
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

/** A sign-in, at any step. */
interface KeptSignIn {
  /** That of the session to be: a sign-in makes one at most. */
  readonly id: string
  readonly organizationId: string
  readonly returnTo: string
}

/** A sign-in that a browser began: what the provider's response must fit. */
export interface BegunSignIn extends KeptSignIn {
  readonly issuer: string
  readonly clientId: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Seconds; the provider must have signed the person in at most so many before the begin. */
  readonly maxAge: number | null
  /** The session that the browser had. */
  readonly previous: SessionCookie | null
  /** Whether a page of this service began it, and not a link that came from anywhere. */
  readonly isOwn: boolean
}

/** A sign-in that the provider vouches for, and about which its person is asked. */
export interface FinishedSignIn extends KeptSignIn {
  readonly provider: Pick<IdentityProviderRow, 'issuer' | 'version'>
  readonly provided: ProvidedPerson
  readonly signedInAt: number | null
}

type SignIn = BegunSignIn | FinishedSignIn

/** The sign-in as it comes back from the browser. */
export type OpenSignIn = SignIn & { readonly beganMs: number }

/** The value of `Set-Cookie` by which the browser, and no other one, can go on with the sign-in. */
export function signInCookie(signIn: SignIn, secrets: Secrets, nowMs: number): string {
  const sealed = secrets.seal(signIn, CONTEXT, nowMs + LIFETIME_MS)
  return `${NAME}=${sealed}; Max-Age=${LIFETIME_MS / 1_000}; ${ATTRIBUTES}`
}

/** Takes the cookie back. */
export const ENDED_SIGN_IN_COOKIE = `${NAME}=; Max-Age=0; ${ATTRIBUTES}`

/** The sign-in of this browser; undefined if none, or too long ago. */
export function readSignIn(
  cookies: string | undefined,
  secrets: Secrets | null,
  nowMs: number,
): OpenSignIn | undefined {
  const sealed = parse(cookies ?? '', '; ', '=', { decodeURIComponent: (text) => text })[NAME]
  // Two of that name are none: a neighbouring host may have set one.
  if (typeof sealed !== 'string' || sealed === '' || secrets === null) return undefined
  const signIn = secrets.open<SignIn>(sealed, CONTEXT, nowMs)
  return signIn && { ...signIn, beganMs: signIn.endsAtMs - LIFETIME_MS }
}

/** Shown where a sign-in does not say where to go on. */
const CONSOLE = '/console'

/** Long enough for a page of the console with all its filters. */
const LENGTH_MAX = 1_000

/**
 * The page of the console to go on with after a sign-in; its first page in place of anything else,
 * such as another host.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > LENGTH_MAX) return CONSOLE
  // Browsers read `\` as `/`, and skip control characters: `/\t/host` would be another host.
  if (!/^\/console(?:[/?][!-[\]-~]*)?$/.test(wanted)) return CONSOLE
  // Dots would leave the console: `/console/../v1`.
  const { pathname, search } = new URL(wanted, 'https://vault.invalid')
  return /^\/console(\/|$)/.test(pathname) ? pathname + search : CONSOLE
}
