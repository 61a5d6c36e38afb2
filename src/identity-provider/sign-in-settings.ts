import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { providerFetch } from './provider-agent.ts'
import { ProviderClients } from './provider-clients.ts'
import type { SignInParts } from './serve-sign-in.ts'

const LOCALHOST: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** The parts of a sign-in that settings decide. */
export function signInSettings(
  app: FastifyInstance,
  config: Config,
): Pick<SignInParts, 'clients' | 'originOf'> {
  const { IDENTITY_PROVIDER_ALLOW_HTTP: allowHttp, PUBLIC_URL } = config
  const { fetch, close } = providerFetch(config)
  app.addHook('onClose', close)
  return {
    clients: new ProviderClients({ fetch, allowHttp }),
    // Another host's page could have chosen the header, if a proxy passes it on.
    originOf: ({ host }) => {
      if (PUBLIC_URL !== null) return PUBLIC_URL
      const url = URL.parse(`http://${host}`)
      return url !== null && LOCALHOST.includes(url.hostname) ? url.origin : null
    },
  }
}
