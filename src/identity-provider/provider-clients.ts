import type { Configuration, CustomFetch } from 'openid-client'
import type { Secrets } from '../secrets/secrets.ts'
import { clientSecretContext, type IdentityProviderRow } from './identity-provider.ts'

/** A configuration is found again after it, and meanwhile by sign-ins after a failure. */
const FOUND_FOR_MS = 600_000
const FAILED_FOR_MS = 5_000
/** Some 50 kB each. */
const KNOWN_MAX = 500

/** For one request to the provider. */
const TIMEOUT_S = 10
/** Clocks of two machines may differ so much. */
export const CLOCK_TOLERANCE_S = 30

export interface ProviderClientsOptions {
  readonly fetch: CustomFetch
  readonly allowHttp: boolean
}

/** A client at a provider, and when it is to be found again. */
interface Known {
  readonly client: Promise<Configuration>
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
    const key = JSON.stringify([organizationId, issuer, clientId, encryptedSecret])
    const known = this.#known.get(key)
    const now = performance.now()
    if (known !== undefined && now < known.until) return await known.client
    const next: Known = {
      client: this.#find(provider, secrets).catch(async (error: unknown) => {
        next.until = performance.now() + FAILED_FOR_MS
        const last = await known?.client.catch(() => undefined)
        if (last === undefined) throw error
        return last
      }),
      until: now + FOUND_FOR_MS,
    }
    this.#keep(key, next)
    return await next.client
  }

  #keep(key: string, known: Known): void {
    this.#known.delete(key)
    this.#known.set(key, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest)
  }

  /** The library is loaded for the first sign-in: it would cost each start its time. */
  async #find(provider: IdentityProviderRow, secrets: Secrets): Promise<Configuration> {
    const { organizationId, issuer, clientId, encryptedSecret } = provider
    const { fetch, allowHttp } = this.#options
    const oidc = await import('openid-client')
    const server = new URL(issuer)
    const metadata = {
      client_secret: secrets.decrypt(encryptedSecret, clientSecretContext(organizationId)),
      [oidc.clockTolerance]: CLOCK_TOLERANCE_S,
    }
    const options = {
      [oidc.customFetch]: fetch,
      timeout: TIMEOUT_S,
      // The signature is checked although the token comes from the provider over TLS.
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(allowHttp ? [oidc.allowInsecureRequests] : []),
      ],
    }
    const client = await oidc.discovery(server, clientId, metadata, clientAuth(oidc), options)
    // The library also takes issuers of Entra ID that stand for every tenant.
    const { issuer: found } = client.serverMetadata()
    if (URL.parse(found)?.href !== server.href) {
      throw new Error(`the provider says that it is the issuer ${found}, not ${issuer}`)
    }
    return client
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
