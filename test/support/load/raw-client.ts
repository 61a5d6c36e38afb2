import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { RefusalCode } from '../../../src/domain/errors.ts'

export interface RawResponse {
  readonly status: number
  /** Names in lower case; the last of two equal ones. */
  readonly headers: Record<string, string>
  readonly text: string
  /** The parsed body; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies freely
  readonly body: any
  /** Bytes that came after it. */
  readonly rest: number
}

/** Sends these bytes as they are on a connection of their own; resolves with the first response. */
export async function sendRaw(url: string, bytes: string | Uint8Array): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const isHead = Buffer.from(bytes).subarray(0, 5).toString('latin1') === 'HEAD '
  const socket = connect({ host: hostname, port: Number(port) })
  try {
    return await exchangeOn(socket, bytes, isHead)
  } finally {
    socket.destroy()
  }
}

/** Longer than any time limit of the service. */
const RESPONSE_MS = 30_000

/** Sends these bytes on a connection, which stays open; resolves with the next response. */
export function exchangeOn(
  socket: Socket,
  bytes: string | Uint8Array,
  isHead: boolean,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    let violation: Error | undefined
    const late = setTimeout(() => socket.destroy(new Error('no response')), RESPONSE_MS)
    const finish = () => {
      clearTimeout(late)
      for (const event of ['data', 'error', 'close']) socket.removeAllListeners(event)
      // A connection that breaks later is irrelevant, and must not end this process.
      socket.on('error', () => undefined)
    }
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk as Buffer])
      const response = parseResponse(received, isHead)
      if (response === undefined) return
      finish()
      resolve(response)
    })
    // A service may close after its response while we still write: the response counts.
    socket.on('error', (error) => {
      violation = error
    })
    socket.on('close', () => {
      finish()
      reject(violation ?? new Error(`closed after ${JSON.stringify(received.toString('latin1'))}`))
    })
    socket.write(bytes)
  })
}

/** Sends these bytes at once; returns all that comes back until the service closes. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes, 'latin1')
  return await textOf(socket)
}

/** The statuses of all responses that came back. */
export function statuses(responses: string): number[] {
  return [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** The text of a request, line by line; the last argument is its body. */
export function requestText(lines: readonly string[], body = ''): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Fails unless the response is a problem with this status and code. */
export function assertProblemShape(response: RawResponse, status: number, code: RefusalCode): void {
  assert.deepEqual([response.status, response.body?.code], [status, code], response.text)
  assert.equal(response.headers['content-type'], 'application/problem+json')
  const { type, title, detail, instance, requestId, ...rest } = response.body
  assert.equal(response.headers['x-request-id'], requestId)
  assert.equal(type, `urn:vault-inventory:problem:${code}`)
  for (const sentence of [title, detail, instance]) assert.match(sentence, /^\S/)
  const { errors, errorsTotal, requiredPermission: _, ...known } = rest
  assert.deepEqual(known, { status, code })
  assert.equal(errorsTotal === undefined, errors === undefined)
}

/** The first response in the received bytes; undefined while it is incomplete. */
function parseResponse(received: Buffer, isHead: boolean): RawResponse | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const status = Number(statusLine.split(' ')[1])
  // "100 Continue" comes before the response.
  if (status < 200) return parseResponse(received.subarray(end + 4), isHead)
  const length = isHead || status === 304 ? 0 : Number(headers['content-length'])
  const text = received.subarray(end + 4, end + 4 + length)
  if (text.length < length) return undefined
  const body = text.length === 0 ? undefined : JSON.parse(text.toString('utf8'))
  const rest = received.length - (end + 4 + text.length)
  return { status, headers, text: text.toString('utf8'), body, rest }
}
