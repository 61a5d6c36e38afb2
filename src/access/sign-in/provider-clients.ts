import type { Configuration, CustomFetch } from 'openid-client'
import type { Secrets } from '../../runtime/secrets/secrets.ts'
import { clientSecretContext, type IdentityProviderRow } from './identity-provider.ts'
import { CLOCK_TOLERANCE_S } from './sign-in-claims.rules.ts'

/** A configuration is found again after it, and meanwhile by sign-ins after a failure. */
const FOUND_FOR_MS = 600_000
const FAILED_FOR_MS = 5_000
/** Organizations; of each, its present configuration, of some 10 kB and at most 200. */
const KNOWN_MAX = 500

/** For one request to the provider: less than others wait for a turn. A turn has four at most. */
const TIMEOUT_S = 4

export interface ProviderClientsOptions {
  readonly fetch: CustomFetch
  readonly allowHttp: boolean
}

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
  readonly #options: ProviderClientsOptions
  readonly #known = new Map<string, Known>()

  constructor(options: ProviderClientsOptions) {
    this.#options = options
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
    this.#keep(organizationId, next)
    return await next.configuration
  }

  #keep(organizationId: string, known: Known): void {
    this.#known.delete(organizationId)
    this.#known.set(organizationId, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest)
  }

  /** The library is loaded for the first sign-in: it would cost each start its time. */
  async #find(provider: IdentityProviderRow, secrets: Secrets): Promise<Configuration> {
    const { organizationId, issuer, clientId, encryptedSecret } = provider
    const { fetch, allowHttp } = this.#options
    const oidc = await import('openid-client')
    const server = new URL(issuer)
    const clientMetadata = {
      client_secret: secrets.decrypt(encryptedSecret, clientSecretContext(organizationId)),
      [oidc.clockTolerance]: CLOCK_TOLERANCE_S,
    }
    const options = {
      [oidc.customFetch]: keeping(fetch),
      timeout: TIMEOUT_S,
      // The signature is checked although the token comes from the provider over TLS.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(allowHttp ? [oidc.allowInsecureRequests] : []),
      ],
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

/** The library keeps what it asks for without an authorization, and as it comes. */
function keeping(fetch: CustomFetch): CustomFetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    const isKept = init.method === 'GET' && !('authorization' in init.headers)
    if (!isKept || response.status !== 200) return response
    const document: unknown = await response.json().catch(() => undefined)
    // The library says what is missing.
    return Response.json(keptMetadata(document), { headers: response.headers })
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

/** The longest text, such as a key; an entry of a list; and how many it has, as a set has keys. */
const TEXT_LENGTH_MAX = 4_000
const ENTRY_LENGTH_MAX = 200
const ENTRIES_MAX = 100

/** Members of a configuration, and of a key (RFC 7517, 7518, 8037), that sign-ins read. */
const READ = [
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'],
  ...['scopes_supported', 'token_endpoint_auth_methods_supported'],
  ...['id_token_signing_alg_values_supported', 'userinfo_signing_alg_values_supported'],
  'authorization_response_iss_parameter_supported',
  ...['kty', 'kid', 'use', 'alg', 'key_ops', 'n', 'e', 'crv', 'x', 'y'],
]

/**
 * The part of a provider's configuration, or of its keys, that is kept in memory, for as long as
 * the provider wants: members that nobody reads, or that are too long, are not.
 */
function keptMetadata(document: unknown): object {
  const { keys } = Object(document) as { readonly keys?: unknown }
  const kept = Array.isArray(keys) && { keys: keys.slice(0, ENTRIES_MAX).map(keptMembers) }
  return { ...keptMembers(document), ...kept }
}

function keptMembers(of: unknown): object {
  const members = Object(of) as Readonly<Record<string, unknown>>
  const read = READ.map((name) => [name, bounded(members[name])] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

function bounded(value: unknown): unknown {
  if (typeof value === 'boolean' || isText(value, TEXT_LENGTH_MAX)) return value
  if (!Array.isArray(value)) return undefined
  return value.filter((entry) => isText(entry, ENTRY_LENGTH_MAX)).slice(0, ENTRIES_MAX)
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === 'string' && value.length <= lengthMax
}
