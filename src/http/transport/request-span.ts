import { randomUUID } from 'node:crypto'
import { METHODS } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ERROR, idOfSpan, SERVER, tracing } from '../../runtime/tracing/tracing.ts'
import type { HeldRequest } from './held-request.ts'

/**
 * Begins the span of a request, within that of its client if a trusted proxy sent a `traceparent`.
 * A stranger's would decide what is recorded, by its flag or by the number of its trace.
 */
export function beginRequestSpan(
  request: HeldRequest,
  isProxy: (address: string) => boolean,
): void {
  if (tracing === undefined) return
  const { headers, socket } = request
  const { traceparent } = headers
  const isBelieved = typeof traceparent === 'string' && isProxy(socket.remoteAddress ?? '')
  const parent = isBelieved ? traceparent : undefined
  request.span = tracing.begin(request.method as string, parent, { kind: SERVER })
}

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/

/**
 * The client's `X-Request-Id` if it is safe to log, else that of its span, else a new one. The id
 * of a span leads from a log line, a response or an event to the trace (spec choice N217).
 */
export function requestIdOf({ headers, span }: Pick<HeldRequest, 'headers' | 'span'>): string {
  const sent = headers['x-request-id']
  if (typeof sent === 'string' && ACCEPTED.test(sent)) return sent
  return span === undefined ? randomUUID() : idOfSpan(span)
}

/** The same function, run for the span of the request. */
export function forRequestSpan({ raw }: FastifyRequest, work: () => void): () => void {
  const { span } = raw as HeldRequest
  return span === undefined ? work : () => (tracing ? tracing.within(span, work) : work())
}

/**
 * Ends the span of a request, with the names of the semantic conventions for HTTP. It has the
 * route, never the URL as sent; health checks and the files of pages have none.
 */
export function endRequestSpan(request: FastifyRequest, status: number): void {
  const { span } = request.raw as HeldRequest
  const { config, url, logLevel } = request.matched
  if (span === undefined || !span.isRecording() || logLevel === 'silent') return
  const { method, caller, refusalCode } = request
  if (url !== undefined) span.updateName(`${method} ${url}`)
  span.setAttributes({
    'http.request.method': METHODS.includes(method) ? method : '_OTHER',
    'http.response.status_code': status,
    'network.protocol.version': request.raw.httpVersion,
    'url.scheme': request.protocol,
    ...(url !== undefined && { 'http.route': url }),
    ...(config.operationId !== undefined && { 'vault.operation': config.operationId }),
    ...(caller && { 'vault.organization.id': caller.organizationId }),
    ...(refusalCode !== undefined && { 'vault.refusal.code': refusalCode }),
    'vault.request.id': request.id,
  })
  if (status >= 500) span.setAttribute('error.type', String(status)).setStatus({ code: ERROR })
  span.end()
}
