import type { Logger } from 'pino'
import type { Agent } from 'undici'
import { openPublicAgent } from '../../../runtime/outbound/public-agent.ts'
import type { ResolveHost } from '../../../runtime/outbound/resolve-host.ts'
import { attemptError } from './attempt-error.ts'

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
