import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unavailable } from '../../database/unavailable.ts'
import type { Refusal } from '../../domain/errors.ts'
import { addressGroup } from '../../domain/ip-ranges.ts'
import { IMPORT_HELD_BYTES } from '../../domain/limits.ts'
import { STRANGERS } from './held-bytes.ts'
import type { HeldResponse } from './held-response.ts'

/** Node keeps a waiting text twice, as text and as bytes; bytes only once, and outside V8's heap. */
const SENT_AS_TEXT_MAX = 65_536

/**
 * Refuses what the process has no memory for, after credentials, permission and path, before the
 * body is read: the rules are in `HeldBytes`. The response of a read is refused also once it is
 * made: reads that came together did not know how much the others would hold. Call it after
 * `authenticateRequests` and `respondToUnknownRoutes`.
 */
export function boundMemory(app: FastifyInstance): void {
  const { heldBytes } = app
  app.addHook('onRequest', (request, reply, done) => {
    const { token } = request
    const bytes = bodyBytesOf(request)
    if (token === null && bytes === 0) return done()
    const holder = token?.familyId ?? STRANGERS + addressGroup(request.ip)
    if (!heldBytes.admits(holder, bytes)) return done(tooMuchHeld())
    const response = reply.raw as HeldResponse
    response.holdFor(holder, bytes, heldBytes)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length <= SENT_AS_TEXT_MAX) return done()
    const { token } = request
    const isRead = request.method === 'GET' && reply.statusCode === 200
    if (isRead && token !== null && !heldBytes.admits(token.familyId, payload.length)) {
      // They are of the response that is not sent.
      reply.removeHeader('etag').removeHeader('link').header('cache-control', 'no-store')
      return done(tooMuchHeld())
    }
    done(null, Buffer.from(payload))
  })
}

/** Bytes to reserve for the body: one that declares more than its operation takes is not read. */
function bodyBytesOf({ raw, matched }: FastifyRequest): number {
  const { method, headers } = raw
  if (method === 'GET' || method === 'HEAD') return 0
  const limit = matched.bodyLimit as number
  if (matched.config.takesCsv === true) return IMPORT_HELD_BYTES
  if (headers['transfer-encoding'] !== undefined) return limit
  const length = Number(headers['content-length'] ?? 0)
  return length > limit ? 0 : length
}

function tooMuchHeld(): Refusal {
  const what = 'The bodies and the unread responses of your requests take too much memory.'
  return unavailable(what, 'unchanged', undefined)
}
