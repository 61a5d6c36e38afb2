import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/

/** The client's `X-Request-Id` if it is safe to log, else a new id. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : randomUUID()
}
