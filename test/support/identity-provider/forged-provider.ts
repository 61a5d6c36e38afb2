import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { listening } from '../processes/free-port.ts'

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2_048 })
/** A key that the provider does not publish. */
export const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey

export type ForgedProvider = Awaited<ReturnType<typeof openForgedProvider>>

/** A provider that says what a test wants. It has no page: a test makes its redirects itself. */
export async function openForgedProvider(undo: (work: () => unknown) => void) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://provider').pathname
    provider.counts[path] = (provider.counts[path] ?? 0) + 1
    let body = ''
    for await (const chunk of request) body += chunk
    if (!provider.isUp) return void response.destroy()
    if (path === '/token') {
      provider.received.push(new URLSearchParams(body))
      await provider.beforeToken()
    }
    const { issuer, idToken } = provider
    const found: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/me`,
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...provider.metadata,
      },
      '/keys': { keys: [{ ...KEYS.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig' }] },
      '/token': { access_token: 'opaque', token_type: 'Bearer', id_token: idToken },
      '/me': {},
    }
    const text = provider.texts[path] ?? JSON.stringify(found[path] ?? {})
    response.writeHead(path in found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(text)
  })
  const port = await listening(server)
  undo(() => {
    server.closeAllConnections()
    server.close()
  })
  const provider = {
    issuer: `http://127.0.0.1:${port}`,
    /** Further members of its configuration, such as another issuer. */
    metadata: {} as Record<string, unknown>,
    /** The ID token of the next code. */
    idToken: '',
    /** Requests by path since it was opened. */
    counts: {} as Record<string, number>,
    /** The requests for a token. */
    received: [] as URLSearchParams[],
    /** Runs before it sends a token: somebody may act while a person signs in. */
    beforeToken: async (): Promise<unknown> => undefined,
    /** By path, what it answers in place of what fits. */
    texts: {} as Record<string, string>,
    /** Whether it answers at all. */
    isUp: true,
  }
  return provider
}

/** An ID token with these claims, signed as the provider does, or with another key or algorithm. */
export function idTokenOf(
  claims: object,
  { key = KEYS.privateKey, alg = 'RS256' }: { key?: KeyObject | string; alg?: string } = {},
): string {
  const parts = [{ alg, kid: 'a', typ: 'JWT' }, claims]
  const input = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  if (alg === 'none') return `${input}.`
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(input).digest('base64url')
      : sign('sha256', Buffer.from(input), key).toString('base64url')
  return `${input}.${signature}`
}
