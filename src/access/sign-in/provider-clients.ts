import type { Configuration, CustomFetch } from 'openid-client'
import { newId } from '../../domain/ids.ts'
import type { Config } from '../../runtime/config/config.ts'
import { PublicAgent } from '../../runtime/outbound/public-agent.ts'
import type { Secrets } from '../../runtime/secrets/secrets.ts'
import { clientSecretContext, type IdentityProviderRow } from './identity-provider.ts'
import { CLOCK_TOLERANCE_S, type Claims, claimFault } from './sign-in-claims.rules.ts'
import type { BegunSignIn, OpenSignIn } from './sign-in-cookie.ts'
import { SignInFailed } from './sign-in-failure.ts'

/** A configuration is found again after it, and meanwhile by sign-ins after a failure. */
const FOUND_FOR_MS = 600_000
const FAILED_FOR_MS = 5_000
/** Organizations; of each, its present configuration and keys, of some 10 kB and at most 1 MB. */
const KNOWN_MAX = 100

/** For one request to the provider: less than others wait for a turn. A turn has four at most. */
const TIMEOUT_S = 4
/** A configuration has some 10 kB, a set of keys 30, a response with a person's groups the most. */
const READ_BYTES_MAX = 65_536
/** Brackets and commas: the values of JSON, which take some hundred bytes each in memory. */
const PARTS = /[[{,]/
const PARTS_MAX = 4_000

type ProviderSettings = Pick<
  Config,
  'IDENTITY_PROVIDER_ALLOW_HTTP' | 'IDENTITY_PROVIDER_ALLOWED_NETWORKS'
>

/** A configuration, of which settings, and when it is to be found again. */
interface Known {
  readonly key: string
  readonly configuration: Promise<Configuration>
  until: number
}

/**
 * Finds the configurations of providers (OpenID Connect Discovery) and keeps them. If a provider
 * does not respond, its last configuration stays in use.
 */
export class ProviderClients {
  readonly #agent: PublicAgent
  readonly #allowHttp: boolean
  readonly #known = new Map<string, Known>()

  constructor(config: ProviderSettings) {
    const setting = 'IDENTITY_PROVIDER_ALLOWED_NETWORKS'
    this.#allowHttp = config.IDENTITY_PROVIDER_ALLOW_HTTP
    const allowed = { allowHttp: this.#allowHttp, allowedNetworks: config[setting] }
    this.#agent = new PublicAgent({ ...allowed, setting })
  }

  async close(): Promise<void> {
    await this.#agent.close()
  }

  /** @throws {Error} if the provider does not respond, or is not the issuer */
  async of(provider: IdentityProviderRow, secrets: Secrets): Promise<Configuration> {
    const { organizationId, issuer, clientId, encryptedSecret } = provider
    const key = JSON.stringify([issuer, clientId, encryptedSecret])
    const last = this.#known.get(organizationId)
    const known = last?.key === key ? last : undefined
    const now = performance.now()
    if (known !== undefined && now < known.until) return await known.configuration
    const next: Known = {
      key,
      configuration: this.#find(provider, secrets).catch(async (error: unknown) => {
        next.until = performance.now() + FAILED_FOR_MS
        const last = await known?.configuration.catch(() => undefined)
        if (last === undefined) throw error
        return last
      }),
      until: now + FOUND_FOR_MS,
    }
    // Deleting it first moves it to the end: the oldest stands in front.
    this.#known.delete(organizationId)
    this.#known.set(organizationId, next)
    const [oldest] = this.#known.keys()
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest)
    return await next.configuration
  }

  /** The library is loaded for the first sign-in: it would cost each start its time. */
  async #find(provider: IdentityProviderRow, secrets: Secrets): Promise<Configuration> {
    const { organizationId, issuer, clientId, encryptedSecret } = provider
    const oidc = await import('openid-client')
    const server = new URL(issuer)
    const clientMetadata = {
      client_secret: secrets.decrypt(encryptedSecret, clientSecretContext(organizationId)),
      [oidc.clockTolerance]: CLOCK_TOLERANCE_S,
    }
    const overHttp = this.#allowHttp ? [oidc.allowInsecureRequests] : []
    const options = {
      [oidc.customFetch]: boundedFetch(this.#agent),
      timeout: TIMEOUT_S,
      // The signature is checked although the token comes from the provider over TLS.
      execute: [oidc.enableNonRepudiationChecks, ...overHttp],
    }
    const auth = clientAuth(oidc)
    const configuration = await oidc.discovery(server, clientId, clientMetadata, auth, options)
    // The library also takes issuers of Entra ID that stand for every tenant.
    const { issuer: found } = configuration.serverMetadata()
    if (URL.parse(found)?.href !== server.href) {
      throw new Error(`the provider says that it is the issuer ${found}, not ${issuer}`)
    }
    return configuration
  }
}

/** Sends the secret in the body where the provider takes it: not all decode it in a header. */
function clientAuth(oidc: typeof import('openid-client')): import('openid-client').ClientAuth {
  return (as, client, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const inBody = methods.includes('client_secret_post')
    const auth = inBody ? oidc.ClientSecretPost() : oidc.ClientSecretBasic()
    auth(as, client, body, headers)
  }
}

/** Begins a sign-in: what its browser keeps, and the provider's page to send it to. */
export async function beginSignIn(
  configuration: Configuration,
  { issuer, clientId, rolesClaim }: IdentityProviderRow,
  wanted: Pick<BegunSignIn, 'organizationId' | 'maxAge' | 'returnTo' | 'previous' | 'isOwn'> & {
    readonly redirectUri: string
    readonly isSignedOut: boolean
  },
) {
  const oidc = await import('openid-client')
  const { redirectUri, isSignedOut, ...rest } = wanted
  const begun: BegunSignIn = {
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
) {
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
    claims: { ...more, ...claims } as Claims,
    /** When the provider signed the person in, in milliseconds; null if it does not say. */
    signedInAt: signedInAt === undefined ? null : signedInAt * 1_000,
    userInfoError,
  }
}

/** The `fetch` of the library, with bounded responses. Redirects are responses. */
function boundedFetch(agent: PublicAgent): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const response = await agent.request(url, {
      method: method as 'GET' | 'POST',
      headers,
      body: body === null || body === undefined ? null : String(body),
      signal: signal ?? null,
    })
    const { statusCode: status } = response
    const bytes = await wholeOf(response.body)
    const hasNoBody = status === 204 || status === 205 || status === 304
    return new Response(hasNoBody ? null : bytes, {
      status,
      headers: response.headers as Record<string, string>,
    })
  }
}

/** @throws {Error} if it is too long, or would become too many values, also by its token */
async function wholeOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > READ_BYTES_MAX) throw new Error('the response of the provider is too long')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  limitParts(text)
  const document = new Response(text).json()
  // User info that is signed is a token itself.
  const token = await document.then(
    (read) => String(Object(read).id_token),
    () => text,
  )
  // The signature is not parsed.
  const encoded = token.split('.', 2).map((part) => Buffer.from(part, 'base64url'))
  limitParts(encoded.join())
  return new Uint8Array(Buffer.concat(chunks))
}

function limitParts(json: string): void {
  if (json.split(PARTS, PARTS_MAX + 2).length <= PARTS_MAX + 1) return
  throw new Error('the response of the provider has too many members')
}
