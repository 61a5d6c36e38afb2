import type { Configuration } from 'openid-client'
import { newId } from '../../domain/ids.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import { type Claims, claimFault } from './sign-in-claims.rules.ts'
import type { BegunSignIn, OpenSignIn } from './sign-in-cookie.ts'
import { SignInFailed } from './sign-in-failure.ts'

export interface ProvidedSignIn {
  readonly claims: Claims
  /** When the provider signed the person in, in milliseconds; null if it does not say. */
  readonly signedInAt: number | null
  readonly userInfoError: unknown
}

/** The wishes of a browser. */
type Wanted = Pick<BegunSignIn, 'organizationId' | 'maxAge' | 'returnTo' | 'previous' | 'isOwn'>

/** Begins a sign-in: what its browser keeps, and the provider's page to send it to. */
export async function beginSignIn(
  configuration: Configuration,
  { issuer, clientId, rolesClaim }: IdentityProviderRow,
  wanted: Wanted & { readonly redirectUri: string; readonly isSignedOut: boolean },
): Promise<{ readonly begun: BegunSignIn; readonly url: URL }> {
  const oidc = await import('openid-client')
  const { redirectUri, isSignedOut, ...rest } = wanted
  const begun = {
    ...rest,
    id: newId('sess'),
    issuer,
    clientId,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  }
  // A provider may have a scope for its claim of groups.
  const { scopes_supported: scopes = [] } = configuration.serverMetadata()
  const ofRoles = rolesClaim !== null && scopes.includes(rolesClaim) ? [rolesClaim] : []
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: ['openid', 'email', 'profile', ...ofRoles].join(' '),
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.codeVerifier),
    code_challenge_method: 'S256',
    ...(begun.maxAge !== null && { max_age: String(begun.maxAge) }),
    // The session at the provider goes on: the next one at this desk would be the last one here.
    ...(isSignedOut && { prompt: 'login' }),
  })
  return { begun, url }
}

/**
 * Finishes a sign-in: checks the response of the provider against what the browser kept, trades its
 * code, and checks the ID token.
 * @param responseUrl the redirect URI with the parameters of the response
 * @throws {Error} of `openid-client`, if anything does not fit
 */
export async function finishSignIn(
  configuration: Configuration,
  begun: Extract<OpenSignIn, BegunSignIn>,
  { responseUrl, rolesClaim }: { readonly responseUrl: URL; readonly rolesClaim: string | null },
): Promise<ProvidedSignIn> {
  const oidc = await import('openid-client')
  // Between their password and the response, a person may take their time for a second factor.
  const elapsed = Math.max(0, Math.ceil((Date.now() - begun.beganMs) / 1_000))
  const tokens = await oidc.authorizationCodeGrant(configuration, responseUrl, {
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    pkceCodeVerifier: begun.codeVerifier,
    idTokenExpected: true,
    ...(begun.maxAge !== null && { maxAge: begun.maxAge + elapsed }),
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('the provider sent no ID token')
  const fault = claimFault(claims, Date.now())
  if (fault !== undefined) throw new SignInFailed('invalid_response', new Error(fault))
  const needed = ['email', 'name', ...(rolesClaim === null ? [] : [rolesClaim])]
  const missing = needed.filter((name) => claims[name] === undefined)
  let userInfoError: unknown
  const more =
    missing.length === 0 || configuration.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await oidc
          .fetchUserInfo(configuration, tokens.access_token, claims.sub)
          .catch((error: unknown) => {
            // Without the claim, roles would be taken away. Who is bound needs no more.
            if (rolesClaim !== null && missing.includes(rolesClaim)) throw error
            userInfoError = error
            return {}
          })
  const { auth_time: signedInAt } = claims
  return {
    claims: { ...more, ...claims },
    signedInAt: signedInAt === undefined ? null : signedInAt * 1_000,
    userInfoError,
  }
}
