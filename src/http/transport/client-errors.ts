import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { REFUSALS, type Refusal } from '../../domain/errors.ts'
import { problemOf } from '../response/problem.ts'
import type { Connections } from './connections.ts'
import type { HeldRequest } from './held-request.ts'
import { closing } from './request-head.ts'

/** Time for which a connection stays open after its last response. */
const LINGER_MS = 1_000

/** Responds to a request that no hook sees, logs it, and closes the connection. */
export function respondOnSocket(log: FastifyBaseLogger) {
  return (socket: Socket, refusal: Refusal): void => {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const requestId = randomUUID()
    socket.end(responseText(refusal, requestId))
    // The client may still be sending: it gets a moment to read the response.
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
    const { code } = refusal
    const { status } = REFUSALS[code]
    const address = status === 429 ? socket.remoteAddress : undefined
    log.info({ requestId, status, code, address }, 'request completed')
  }
}

/**
 * Fastify's `clientErrorHandler` (Spec choice N34), for errors below HTTP: an unreadable request
 * line, too many headers, a body that never came. Requests begun on the connection get their
 * responses first.
 */
export function respondToClientErrors(connections: Connections) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Node reports it once for each request. A stalled connection ends by IDLE_TIMEOUT_MS.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isStreamed(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    connections.refuse(socket, refusalOfClientError(error.code))
  }
}

/**
 * Spec choice N33: an `Expect` other than `100-continue` may be ignored (RFC 9110, 10.1.1). By
 * itself Node responds 417, without a problem.
 */
export function ignoreUnknownExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
}

function isStreamed({ parser }: Socket & { parser?: { incoming: HeldRequest | null } }): boolean {
  return parser?.incoming?.isStreamed === true
}

function responseText(refusal: Refusal, requestId: string): string {
  const { status, title } = REFUSALS[refusal.code]
  const body = JSON.stringify(problemOf(refusal, { instance: '/', requestId }))
  const headers = [
    'Content-Type: application/problem+json',
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  return `HTTP/1.1 ${status} ${title}\r\n${headers.join('\r\n')}\r\n\r\n${body}`
}

function refusalOfClientError(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return closing('headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return closing('request_timeout')
  return closing('malformed_request')
}
