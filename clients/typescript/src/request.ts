import type { AnyOptions, CallOptions } from './calls.ts'
import { OPERATIONS } from './generated/operations.ts'

export interface ClientOptions extends Pick<CallOptions, 'timeoutMs' | 'retries' | 'headers'> {
  /** Address of the service, such as `https://vault.example.com`; with its base path, if any. */
  readonly url: string | URL
  /** An access token, or a function that has one for each attempt. */
  readonly token: string | (() => string | Promise<string>)
  /** In place of the global `fetch`, such as one with a proxy. */
  readonly fetch?: typeof fetch
}

/** A request before it is sent. */
export interface VaultRequest {
  readonly method: string
  readonly url: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Blob | undefined
  /** Undefined where the operation takes none, or makes a dry run. */
  readonly idempotencyKey: string | undefined
  /** It changes nothing: a read or a dry run. */
  readonly isRead: boolean
  readonly timeoutMs: number
}

type Values = Readonly<Record<string, unknown>>

const TIMEOUT_MS = 30_000
/** `fetch` takes these out of a path, which is then that of another operation. */
const NO_SEGMENTS = ['', '.', '..']
const KEY = 'idempotency-key'

/** The request of an operation. Members of `args` go where the operation has them. */
export function requestOf(
  client: ClientOptions,
  operationId: keyof typeof OPERATIONS,
  args: Values = {},
  options: AnyOptions = {},
): VaultRequest {
  const { method, path } = OPERATIONS[operationId]
  const rest: Record<string, unknown> = { ...args }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value !== 'string' || NO_SEGMENTS.includes(value)) {
      throw new TypeError(`${operationId}: ${name}?`)
    }
    return encodeURIComponent(value)
  })
  const { query, body } = split(method, rest)
  const isRead = method === 'GET' || query.validateOnly === true
  const { [KEY]: givenKey, ...headers } = headersOf(client, options, body)
  const idempotencyKey =
    method === 'POST' && !isRead ? (options.idempotencyKey ?? givenKey ?? randomKey()) : undefined
  const wait = typeof query.wait === 'number' ? query.wait * 1_000 : 0
  return {
    method,
    url: `${String(client.url).replace(/\/+$/, '')}${filled}${queryText(query)}`,
    headers: { ...headers, ...(idempotencyKey !== undefined && { [KEY]: idempotencyKey }) },
    body: typeof body === 'object' && !(body instanceof Blob) ? JSON.stringify(body) : body,
    idempotencyKey,
    isRead,
    timeoutMs: (options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS) + wait,
  }
}

/** A CSV file has all else in its query; a JSON body leaves it `validateOnly`. */
function split(method: string, rest: Values): { query: Values; body: object | string | undefined } {
  if (method === 'GET') return { query: rest, body: undefined }
  const { csv, ...others } = rest
  if (csv !== undefined) return { query: others, body: csv as string | Blob }
  const { validateOnly, ...body } = rest
  return { query: { validateOnly }, body: Object.keys(body).length === 0 ? undefined : body }
}

function queryText(query: Values): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** A later one replaces an earlier one. */
function headersOf(
  client: ClientOptions,
  options: AnyOptions,
  body: object | string | undefined,
): Record<string, string> {
  const isCsv = typeof body === 'string' || body instanceof Blob
  return {
    ...inLowerCase(client.headers),
    ...inLowerCase(options.headers),
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': isCsv ? 'text/csv' : 'application/json' }),
    ...(options.ifMatch !== undefined && { 'if-match': options.ifMatch }),
    ...(options.ifNoneMatch !== undefined && { 'if-none-match': options.ifNoneMatch }),
  }
}

/** The names of headers have no case. @throws {TypeError} where one cannot be sent */
function inLowerCase(headers: CallOptions['headers']): Record<string, string> | undefined {
  return headers && Object.fromEntries(new Headers(headers))
}

/** `crypto.randomUUID` is missing in pages that came over plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
