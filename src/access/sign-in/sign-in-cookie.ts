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
  const text = JSON.stringify({ ...signIn, endsAt: nowMs + LIFETIME_MS })
  const sealed = Buffer.from(secrets.encrypt(text, CONTEXT), 'base64').toString('base64url')
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
  try {
    const text = secrets.decrypt(Buffer.from(sealed, 'base64url').toString('base64'), CONTEXT)
    const { endsAt, ...begun } = JSON.parse(text) as SignIn & { readonly endsAt: number }
    return endsAt > nowMs ? { ...begun, beganMs: endsAt - LIFETIME_MS } : undefined
  } catch {
    return undefined
  }
}
