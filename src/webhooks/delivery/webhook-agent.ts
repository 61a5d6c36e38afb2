import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Agent, buildConnector } from 'undici'
import { type AddressBlock, readBlocks } from '../../domain/ip-ranges.ts'
import { AddressRefused, mayReceive } from './addresses.ts'
import { attemptError } from './attempt-error.ts'
import { hostResolver, type ResolveHost } from './resolve-host.ts'

/** Connecting, sending and receiving may take so long together. */
const TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 10_000

/** The first bytes of a response are stored; reading it ends after the second number. */
const STORED_BYTES = 1_024
const READ_BYTES_MAX = 65_536

/** Receivers commonly close idle connections after 5 s. Names are resolved again after a minute. */
const CONNECTIONS = {
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 10_000,
  clientTtl: 60_000,
  allowH2: false,
}

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
 * Sends webhooks to URLs that callers choose, and so to public addresses only: each address is
 * checked after it was resolved, and connected to without being resolved again. No redirect is
 * followed, no proxy used, and responses are bounded.
 */
export class WebhookAgent {
  readonly #options: WebhookAgentOptions
  readonly #allowed: readonly AddressBlock[]
  readonly #resolveHost: ResolveHost
  #agent: Promise<Agent> | undefined

  constructor(options: WebhookAgentOptions) {
    this.#options = options
    this.#allowed = readBlocks(options.allowedNetworks)
    this.#resolveHost = options.resolveHost ?? hostResolver()
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
      this.#agent ??= this.#open()
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
    } catch (error) {
      const isLate = timeout.aborted
      const sentence = isLate
        ? `No whole response came within ${timeoutMs} ms.`
        : attemptError(error)
      this.#options.log?.debug({ err: error, host: URL.parse(url)?.host }, 'webhook not delivered')
      return { status, response: null, error: sentence }
    }
  }

  /** The library is loaded for the first webhook: it would cost each start 50 ms. */
  async #open(): Promise<Agent> {
    const undici = await import('undici')
    const connect = undici.buildConnector({
      allowH2: false,
      timeout: CONNECT_TIMEOUT_MS,
      lookup: (hostname, { all }, callback) => {
        this.#addressesOf(hostname).then(
          (addresses) => {
            const [first] = addresses as [{ address: string; family: number }]
            if (all) callback(null, addresses)
            else callback(null, first.address, first.family)
          },
          (error) => callback(error, []),
        )
      },
    })
    const connectToPublic: buildConnector.connector = (options, callback) => {
      // No look-up is made for an address.
      const isRefused = isIP(options.hostname) !== 0 && !this.#mayReceive(options.hostname)
      if (isRefused) callback(new AddressRefused(), null)
      else connect(options, callback)
    }
    return new undici.Agent({ ...CONNECTIONS, connect: connectToPublic })
  }

  async #addressesOf(hostname: string) {
    const addresses = await this.#resolveHost(hostname).catch((error: unknown) => {
      throw new AddressRefused(error)
    })
    // One that is not public among others makes the name suspicious.
    const isPublic = addresses.length > 0 && addresses.every((each) => this.#mayReceive(each))
    if (!isPublic) throw new AddressRefused(new Error(`${hostname}: ${addresses}`))
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  #mayReceive(address: string): boolean {
    return mayReceive(address, this.#allowed)
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
