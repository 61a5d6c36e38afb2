import { randomUUID } from 'node:crypto'
import { idOfSpan } from '../../tracing/tracing.ts'
import type { HeldRequest } from './held-request.ts'

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
