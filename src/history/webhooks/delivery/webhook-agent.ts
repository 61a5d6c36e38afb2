import type { Logger } from 'pino'
import type { Agent } from 'undici'
import { AddressRefused } from '../../../runtime/outbound/addresses.ts'
import { openPublicAgent } from '../../../runtime/outbound/public-agent.ts'
import type { ResolveHost } from '../../../runtime/outbound/resolve-host.ts'

/** Connecting, sending and receiving may take so long together. */
const TIMEOUT_MS = 15_000

/** The first bytes of a response are stored; reading it ends after the second number. */
const STORED_BYTES = 1_024
const READ_BYTES_MAX = 65_536

export interface WebhookAgentOptions {
  readonly allowHttp: boolean
  /** CIDR blocks of addresses that are allowed although they are not public. */
  readonly allowedNetworks: readonly string[]
  readonly timeoutMs?: number
  /** For the operator: why an attempt got no whole response, with names and addresses. */
  readonly log?: Pick<Logger, 'debug'>
  readonly resolveHost?: ResolveHost
}

/** The result of a request; it was delivered if there is no error. */
export interface WebhookResponse {
  /** Null if no response came. */
  readonly status: number | null
  /** Its first 1,024 bytes; null if no response came. */
  readonly response: string | null
  readonly error: string | null
  readonly durationMs: number
}

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends webhooks to URLs that callers choose, and so to public addresses only. No redirect is
 * followed, no proxy used, and responses are bounded.
 */
export class WebhookAgent {
  readonly #options: WebhookAgentOptions
  #agent: Promise<Agent> | undefined

  constructor(options: WebhookAgentOptions) {
    this.#options = options
  }

  async post(request: WebhookRequest): Promise<WebhookResponse> {
    const beganAt = performance.now()
    const response = await this.#post(request)
    return { ...response, durationMs: Math.round(performance.now() - beganAt) }
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy()
  }

  async #post({
    url,
    headers,
    body,
  }: WebhookRequest): Promise<Omit<WebhookResponse, 'durationMs'>> {
    const { allowHttp, timeoutMs = TIMEOUT_MS } = this.#options
    const { protocol, origin, pathname, search } = new URL(url)
    if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) {
      return { status: null, response: null, error: 'The URL must begin with https://.' }
    }
    const timeout = AbortSignal.timeout(timeoutMs)
    let status: number | null = null
    try {
      const { allowedNetworks, resolveHost } = this.#options
      const setting = 'WEBHOOK_ALLOWED_NETWORKS'
      this.#agent ??= openPublicAgent({ allowedNetworks, setting, resolveHost })
      const agent = await this.#agent
      const response = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body,
        signal: timeout,
      })
      status = response.statusCode
      return { status, response: await beginningOf(response.body), error: errorOf(status) }
    } catch (err) {
      this.#options.log?.debug({ err, host: URL.parse(url)?.host }, 'webhook not delivered')
      const late = `No whole response came within ${timeoutMs} ms.`
      return { status, response: null, error: timeout.aborted ? late : attemptError(err) }
    }
  }
}

/** The beginning of a body as text that PostgreSQL can store. A long one is not read to its end. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const stored: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    if (bytes < STORED_BYTES) stored.push(chunk.subarray(0, STORED_BYTES - bytes))
    bytes += chunk.length
    // Leaving the loop closes the connection.
    if (bytes > READ_BYTES_MAX) break
  }
  return Buffer.concat(stored).toString('utf8').replaceAll('\0', '\ufffd')
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const rest = status >= 300 && status < 400 ? ', and redirects are not followed' : ''
  return `The receiver responded with ${status}${rest}.`
}

const CLOSED = 'The connection was closed before a whole response came.'
const UNREACHABLE = 'The receiver cannot be reached.'
const NOT_HTTP = 'What came back is not a valid HTTP response.'
const NOT_TLS = 'No TLS connection came about.'

const SENTENCES: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^ECONNREFUSED$/, 'The receiver refused the connection.'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'No connection came about in time.'],
  [/^(EHOST|ENET)(UNREACH|DOWN)$|^EADDRNOTAVAIL$/, UNREACHABLE],
  [/^(HPE_INVALID_EOF_STATE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, CLOSED],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED)$/, CLOSED],
  [/^(HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW$)/, NOT_HTTP],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the receiver has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the receiver is not valid yet.'],
  [/^ERR_TLS_CERT_ALTNAME/, "The certificate of the receiver is not for the URL's host."],
  [/CERT|LEAF_SIGNATURE/, 'The certificate of the receiver is not by a known authority.'],
  [/^(EPROTO$|ERR_SSL_|ERR_TLS_)/, NOT_TLS],
]

/**
 * The sentence that callers read about an attempt without a whole response. The error itself would
 * tell of the operator's network, by addresses or by which names exist in it.
 */
function attemptError(error: unknown): string {
  // If all addresses of a host failed, the error is about none of them.
  const [one = error] = error instanceof AggregateError ? error.errors : []
  if (one instanceof AddressRefused) return one.message
  const { code, name } = one as { readonly code?: string; readonly name?: string }
  const found = SENTENCES.find(([codes]) => codes.test(code ?? name ?? ''))
  return found?.[1] ?? 'The webhook could not be sent.'
}
