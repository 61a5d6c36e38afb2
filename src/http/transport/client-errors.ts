import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { REFUSALS, type RefusalCode } from '../../domain/errors.ts'
import { problemOf } from '../response/error-reply.ts'
import type { Connections } from './connections.ts'
import { closing } from './request-head.ts'

/** Time for which a connection stays open after its last response. */
const LINGER_MS = 1_000

interface ClientErrorOptions {
  readonly connections: Connections
  readonly log: Logger
  /** Time for a client to send one request. */
  readonly timeoutMs: number
}

/**
 * Fastify's `clientErrorHandler` (Spec choice N34), for errors below HTTP: an unreadable request
 * line, too many headers, a body that never came. Requests begun on the connection get their
 * responses first.
 */
export function respondToClientErrors({ connections, log, timeoutMs }: ClientErrorOptions) {
  const refuse = (code: RefusalCode, socket: Socket) =>
    connections.refuseUnreadable(socket, () => respondOnSocket(socket, code, log))
  const refuseLate = (socket: Socket, reported?: IncomingMessage) => {
    const { request, leftMs } = connections.lateOn(socket, timeoutMs)
    if (reported !== undefined && request !== reported) return
    if (leftMs <= 0) refuse('request_timeout', socket)
    // Node reports each request once. A file that stalls ends by IDLE_TIMEOUT_MS.
    else if (leftMs < Infinity) setTimeout(refuseLate, leftMs, socket, request).unref()
  }
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseLate(socket)
    else if (code === 'HPE_HEADER_OVERFLOW') refuse('headers_too_large', socket)
    else refuse('malformed_request', socket)
  }
}

/** By itself Node closes the connection of a CONNECT, and responds 417 to other `Expect`s. */
export function respondToRareRequests(server: Server, log: Logger): void {
  server.on('connect', (_, socket) => {
    // Node has left the socket to us.
    socket.on('error', () => undefined)
    respondOnSocket(socket as Socket, 'malformed_request', log)
  })
  // Spec choice N33: they may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
}

/** Responds where there is no request, logs it, and closes the connection. */
function respondOnSocket(socket: Socket, code: RefusalCode, log: Logger): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const refusal = closing(code)
  const { status, title } = REFUSALS[code]
  const body = JSON.stringify(problemOf(refusal, { instance: '/', requestId }))
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // The client may still be sending: it gets a moment to read the response.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  log.info({ requestId, status, code }, 'request completed')
}
