import type { CustomFetch } from 'openid-client'
import type { Agent } from 'undici'
import type { Config } from '../../runtime/config/config.ts'
import { openPublicAgent } from '../../runtime/outbound/public-agent.ts'
import type { ResolveHost } from '../../runtime/outbound/resolve-host.ts'

/** A configuration has some 10 kB, a set of keys 30, a response with a person's groups the most. */
const READ_BYTES_MAX = 65_536
/** Brackets and commas: the values of JSON, which take some hundred bytes each in memory. */
const PARTS = /[[{,]/
const PARTS_MAX = 4_000

export type ProviderSettings = Pick<
  Config,
  'IDENTITY_PROVIDER_ALLOW_HTTP' | 'IDENTITY_PROVIDER_ALLOWED_NETWORKS'
>

/**
 * Makes the `fetch` for requests to identity providers, whose hosts callers choose: https, public
 * addresses, bounded responses. Redirects are responses, no proxy is used.
 */
export function providerFetch(
  { IDENTITY_PROVIDER_ALLOW_HTTP: allowHttp, ...settings }: ProviderSettings,
  resolveHost?: ResolveHost,
): { readonly fetch: CustomFetch; readonly close: () => Promise<void> } {
  let agent: Promise<Agent> | undefined
  return {
    fetch: async (url, { method, headers, body, signal }) => {
      const { protocol, origin, pathname, search } = new URL(url)
      if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) {
        throw new Error(`the provider names a URL that does not begin with https://: ${origin}`)
      }
      agent ??= openPublicAgent({
        allowedNetworks: settings.IDENTITY_PROVIDER_ALLOWED_NETWORKS,
        setting: 'IDENTITY_PROVIDER_ALLOWED_NETWORKS',
        resolveHost,
      })
      const response = await (await agent).request({
        origin,
        path: pathname + search,
        method: method as 'GET' | 'POST',
        headers,
        body: body === null || body === undefined ? null : String(body),
        ...(signal && { signal }),
      })
      const { statusCode: status } = response
      const bytes = await wholeOf(response.body)
      const hasNoBody = status === 204 || status === 205 || status === 304
      return new Response(hasNoBody ? null : bytes, {
        status,
        headers: response.headers as Record<string, string>,
      })
    },
    close: async () => await (await agent)?.destroy(),
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
