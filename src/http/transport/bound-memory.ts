import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unavailable } from '../../database/unavailable.ts'
import type { Refusal } from '../../domain/errors.ts'
import { addressGroup } from '../../domain/ip-ranges.ts'
import { IMPORT_HELD_BYTES } from '../../domain/limits.ts'
import { type Held, STRANGERS } from './held-bytes.ts'

/** A smaller response takes no more than its request does. */
const COUNTED_MIN = 4_096

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
  app.addHook('onRequest', (request, { raw: response }, done) => {
    const { token, method } = request
    const bytes = bodyBytesOf(request)
    if (token === null && bytes === 0) return done()
    const holder = token?.familyId ?? STRANGERS + addressGroup(request.ip)
    if (!heldBytes.admits(holder, bytes)) return done(tooMuchHeld())
    const isRead = method === 'GET' || method === 'HEAD'
    const reset = isRead ? () => request.raw.socket.resetAndDestroy() : undefined
    const held = { holder, body: 0, response: 0, sentAt: 0, reset }
    // The client may have hung up while its token was looked up: nothing would release it.
    if (!response.destroyed) {
      request.held = held
      heldBytes.holdBody(held, bytes)
    }
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { held } = request
    const isCounted = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isCounted || payload.length <= COUNTED_MIN || held === null || reply.raw.destroyed)
      return done()
    if (held.reset && reply.statusCode === 200 && !heldBytes.admits(held.holder, payload.length)) {
      // They are of the response that is not sent.
      reply.removeHeader('etag').removeHeader('link').header('cache-control', 'no-store')
      return done(tooMuchHeld())
    }
    const isLongText = typeof payload === 'string' && payload.length > SENT_AS_TEXT_MAX
    const sent = isLongText ? Buffer.from(payload) : payload
    heldBytes.holdResponse(held, sent.length)
    done(null, sent)
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is admitted, and for reads without a token. */
    held: Held | null
  }
}
