import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { REFUSALS, Refusal, type RefusalCode } from '../../domain/errors.ts'
import { problemOf } from '../response/problem.ts'
import type { Connections } from './connections.ts'

/** How long a connection stays open after its last response. */
const LINGER_MS = 1_000

/** Responds to a request that no hook sees, logs it, and closes the connection. */
export function respondOnSocket(log: FastifyBaseLogger) {
  return (socket: Socket, code: RefusalCode): void => {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const requestId = randomUUID()
    socket.end(responseText(code, requestId))
    // The client may still be sending: it gets a moment to read the response.
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
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
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    connections.refuse(socket, codeOfClientError(error.code))
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

function responseText(code: RefusalCode, requestId: string): string {
  const { status, title } = REFUSALS[code]
  const refusal = new Refusal(code, { detail: `${title}: the connection is closed.` })
  const body = JSON.stringify(problemOf(refusal, { instance: '/', requestId }))
  const headers = [
    'Content-Type: application/problem+json',
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(status === 429 || status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  return `HTTP/1.1 ${status} ${title}\r\n${headers.join('\r\n')}\r\n\r\n${body}`
}

function codeOfClientError(code: string | undefined): RefusalCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  return 'malformed_request'
}
