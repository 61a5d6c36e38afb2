import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { listening } from '../processes/free-port.ts'

/** The claims of an account; `sub` is its name. */
export type Account = Readonly<Record<string, unknown>>

export const CLIENT = { id: 'vault-inventory', secret: 'the-secret-of-the-client' }

export type RealProvider = Awaited<ReturnType<typeof openRealProvider>>

interface RealProviderOptions {
  /** By name; a test may change the claims of an account. */
  readonly accounts: Record<string, Account>
  readonly port?: number
  /** Whether the client may ask for a redirect there. */
  readonly redirectsTo: (uri: string) => boolean
}

/**
 * A real OpenID Connect provider (`oidc-provider`) on this machine. Its page has a button for each
 * account, and asks for no password.
 */
export async function openRealProvider({ accounts, port = 0, redirectsTo }: RealProviderOptions) {
  const { default: Provider } = await import('oidc-provider')
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listening(server, port)}`
  const provider = new Provider(issuer, configuration(accounts))
  Object.assign((provider.Client as unknown as { prototype: object }).prototype, {
    redirectUriAllowed: redirectsTo,
  })
  const handle = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!/^\/interaction\//.test(request.url ?? '')) return void handle(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(accounts))
      return
    }
    const finish = async () => {
      const account = new URLSearchParams(await text(request)).get('account')
      const result =
        account === null ? { error: 'access_denied' } : { login: { accountId: account } }
      await provider.interactionFinished(request, response, result)
    }
    finish().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { issuer, accounts, close }
}

function pageOf(accounts: Readonly<Record<string, Account>>): string {
  const buttons = Object.keys(accounts).map(
    (name) => `<p><button name="account" value="${name}">Sign in as ${name}</button></p>`,
  )
  const refuse = '<p><button name="refuse" value="1">Refuse</button></p>'
  return `<!doctype html><title>Provider</title><form method="post">${buttons.join('')}${refuse}</form>`
}

function configuration(accounts: Readonly<Record<string, Account>>): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://localhost/sign-in'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', kid: 'first' }] as never },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...accounts[sub] }) }),
    // Nobody is asked for a consent.
    loadExistingGrant: async (context: KoaContextWithOIDC) => {
      const { provider, client, session } = context.oidc
      const grant = new provider.Grant({
        clientId: client?.clientId as string,
        accountId: session?.accountId as string,
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  } as Configuration
}
