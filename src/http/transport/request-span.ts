import { randomUUID } from 'node:crypto'
import { type IncomingMessage, METHODS } from 'node:http'
import type { Span } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import { ERROR, idOfSpan, SERVER, tracing } from '../../runtime/tracing/tracing.ts'

/** Empty unless the process traces. */
const spans = new WeakMap<IncomingMessage, Span>()

/**
 * Begins the span of a request, within that of its client if a trusted proxy sent a `traceparent`.
 * A stranger's would decide what is recorded, by its flag or by the number of its trace.
 */
export function beginRequestSpan(
  request: IncomingMessage,
  isProxy: (address: string) => boolean,
): void {
  if (tracing === undefined) return
  const { headers, socket } = request
  const { traceparent } = headers
  const isBelieved = typeof traceparent === 'string' && isProxy(socket.remoteAddress ?? '')
  const parent = isBelieved ? traceparent : undefined
  spans.set(request, tracing.begin(request.method as string, parent, { kind: SERVER }))
}

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/

/**
 * The client's `X-Request-Id` if it is safe to log, else that of its span, else a new one. The id
 * of a span leads from a log line, a response or an event to the trace (spec choice N217).
 */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  if (typeof sent === 'string' && ACCEPTED.test(sent)) return sent
  const span = spans.get(request)
  return span === undefined ? randomUUID() : idOfSpan(span)
}

/** Runs it within the span of the request. */
export function withinRequestSpan({ raw }: FastifyRequest, work: () => void): void {
  const span = spans.get(raw)
  if (span !== undefined && tracing !== undefined) tracing.within(span, work)
  else work()
}

export function traceIdOf({ raw }: FastifyRequest): string | undefined {
  return spans.get(raw)?.spanContext().traceId
}

/**
 * Ends the span of a request, with the names of the semantic conventions for HTTP. It has the
 * route, never the URL as sent; health checks and the files of pages have none.
 */
export function endRequestSpan(request: FastifyRequest, status: number): void {
  const span = spans.get(request.raw)
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
