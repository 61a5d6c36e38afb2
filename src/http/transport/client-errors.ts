import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { problemType, REFUSALS, type RefusalCode } from '../../domain/errors.ts'
import type { Problem } from '../response/error-reply.ts'
import type { Connections } from './connections.ts'
import { newRequestId } from './request-id.ts'

/** How long a connection stays open after a response that ends it. */
const LINGER_MS = 1_000

/** Answers a request that no hook sees, writes its line in the log, and ends the connection. */
export function respondBelow(log: FastifyBaseLogger) {
  return (socket: Socket, code: RefusalCode): void => {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const requestId = newRequestId()
    socket.end(responseText(code, requestId))
    // The response may arrive while the client still sends; one that never stops is cut off.
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
    const { status } = REFUSALS[code]
    const address = status === 429 ? socket.remoteAddress : undefined
    log.info({ requestId, status, code, address }, 'request answered')
  }
}

/**
 * Fastify's `clientErrorHandler` (Spec choice N34): violations below HTTP (an unreadable request line,
 * too many headers, a body that never came). What was begun on the connection is answered first.
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

/** What Node would answer by itself, in a shape that is not ours, or not answer at all. */
export function respondToOddRequests(app: FastifyInstance): void {
  // Spec choice N33. An expectation that is not "100-continue" may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response)
  })
}

function responseText(code: RefusalCode, requestId: string): string {
  const { status, title } = REFUSALS[code]
  const body = JSON.stringify({
    type: problemType(code),
    title,
    status,
    detail: `${title}: the connection is closed.`,
    instance: '/',
    code,
    requestId,
  } satisfies Problem)
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
