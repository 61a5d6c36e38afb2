import type { Logger } from 'pino'
import { UrlRefused } from '../../../runtime/outbound/addresses.ts'
import { PublicAgent, type ResolveHost } from '../../../runtime/outbound/public-agent.ts'
import {
  CLIENT,
  ERROR,
  idOfSpan,
  traceparentOf,
  tracing,
} from '../../../runtime/tracing/tracing.ts'
import type { Event } from '../../events/event.ts'

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
interface WebhookResponse {
  /** Null if no response came. */
  readonly status: number | null
  /** Its first 1,024 bytes; null if no response came. */
  readonly response: string | null
  readonly error: string | null
  readonly durationMs: number
}

interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends webhooks. Responses are bounded. */
export class WebhookAgent {
  readonly #options: WebhookAgentOptions
  readonly #agent: PublicAgent

  constructor(options: WebhookAgentOptions) {
    this.#options = options
    this.#agent = new PublicAgent({ ...options, setting: 'WEBHOOK_ALLOWED_NETWORKS' })
  }

  async post({ url, headers, body }: WebhookRequest): Promise<WebhookResponse> {
    const { timeoutMs = TIMEOUT_MS, log } = this.#options
    const beganAt = performance.now()
    const signal = AbortSignal.timeout(timeoutMs)
    const ended = (response: Omit<WebhookResponse, 'durationMs'>) => {
      return { ...response, durationMs: Math.round(performance.now() - beganAt) }
    }
    let status: number | null = null
    try {
      const response = await this.#agent.request(url, { method: 'POST', headers, body, signal })
      status = response.statusCode
      const beginning = await beginningOf(response.body)
      return ended({ status, response: beginning, error: errorOf(status) })
    } catch (err) {
      log?.debug({ err, host: URL.parse(url)?.host }, 'webhook not delivered')
      const late = `No whole response came within ${timeoutMs} ms.`
      return ended({ status, response: null, error: signal.aborted ? late : attemptError(err) })
    }
  }

  async close(): Promise<void> {
    await this.#agent.close()
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
  if (one instanceof UrlRefused) return one.message
  const { code, name } = one as { readonly code?: string; readonly name?: string }
  const found = SENTENCES.find(([codes]) => codes.test(code ?? name ?? ''))
  return found?.[1] ?? 'The webhook could not be sent.'
}

/**
 * Sends a webhook in a span of its own, whose `traceparent` the receiver gets. It belongs to the
 * trace of the request that made the event, as far as the id of that request is one of a span.
 *
 * The span names the host, never the path or query of the URL: they may hold a secret.
 */
export async function postInSpan(
  { endpointId, event }: { readonly endpointId: string; readonly event: Event },
  request: WebhookRequest,
  post: (request: WebhookRequest) => Promise<WebhookResponse>,
): Promise<WebhookResponse> {
  if (tracing === undefined) return await post(request)
  const span = tracing.begin('POST webhook', traceparentOf(event.requestId), {
    kind: CLIENT,
    attributes: {
      'http.request.method': 'POST',
      'server.address': new URL(request.url).hostname,
      'vault.event.id': event.id,
      'vault.event.type': event.type,
      'vault.organization.id': event.organizationId,
      'vault.webhook_endpoint.id': endpointId,
    },
  })
  const headers = { ...request.headers, traceparent: traceparentOf(idOfSpan(span)) }
  const response = await post({ ...request, headers })
  const { status, error } = response
  if (status !== null) span.setAttribute('http.response.status_code', status)
  if (error !== null) {
    span.setAttribute('error.type', String(status ?? 'no_response')).setStatus({ code: ERROR })
  }
  span.end()
  return response
}
