import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unavailable } from '../../database/unavailable.ts'
import type { Refusal } from '../../domain/errors.ts'
import { addressGroup } from '../../domain/ip-ranges.ts'
import { IMPORT_HELD_BYTES } from '../../domain/limits.ts'
import { type Held, STRANGERS } from './held-bytes.ts'

/** A smaller response, or part of a body, takes no more than its request does. */
const COUNTED_MIN = 4_096

/** Node's objects for smaller pieces of a body take more than the pieces. */
const PIECE_MIN = 1_024

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

/**
 * Keeps what comes of a body before its turn or its token in one piece, counted as a stranger's.
 * Node would keep each chunk as an object: one look at the connection can bring 2 MB of them.
 * Without room, Node keeps pieces of some size, 64 kB of a connection; smaller ones are refused.
 * @param isDropped whether nobody will read it
 * @returns gives it back to the stream; a refusal where a part is lost
 */
export function keepBody(request: FastifyRequest, isDropped = false): () => Refusal | undefined {
  const { raw, server } = request
  const { heldBytes, connections } = server
  if (raw.readableFlowing) return () => undefined
  const held: Held = {
    holder: STRANGERS + addressGroup(request.ip),
    body: 0,
    response: 0,
    sentAt: 0,
  }
  let [kept, length, isEnded, isFull, isLost] = [Buffer.alloc(0), 0, false, false, isDropped]
  const { push } = raw
  const count = (size: number) => {
    const more = size > COUNTED_MIN ? size - held.body : 0
    if (more > 0 && !heldBytes.admits(held.holder, more)) return false
    heldBytes.holdBody(held, more)
    return true
  }
  // It waited for its turn before, and was given back.
  const before = raw.readableLength
  count(before)
  /** Whether there is room for so many bytes in all. */
  const hasRoom = (size: number) => {
    if (size <= kept.length) return true
    const grown = Math.max(size, 2 * kept.length)
    if (isFull || !count(before + grown)) return false
    kept = Buffer.concat([kept], grown)
    return true
  }
  const giveBack = () => {
    if (length > 0)
      push.call(raw, length < kept.length ? Buffer.from(kept.subarray(0, length)) : kept)
    kept = Buffer.alloc(0)
    length = 0
    heldBytes.release(held)
  }
  request.held = held
  connections.readsFrom(raw, Number.POSITIVE_INFINITY)
  raw.push = (piece: Buffer | null) => {
    if (piece === null) isEnded = true
    else if (isLost) return true
    else if (hasRoom(length + piece.length)) length += piece.copy(kept, length)
    else {
      giveBack()
      isFull = true
      isLost = piece.length < PIECE_MIN
      return isLost || push.call(raw, piece)
    }
    return length < raw.readableHighWaterMark
  }
  return () => {
    raw.push = push
    connections.readsFrom(raw, performance.now())
    request.held = null
    if (isLost) {
      heldBytes.release(held)
      return tooMuchHeld()
    }
    giveBack()
    if (isEnded) raw.push(null)
    return undefined
  }
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
    /** Null until it is admitted or waits, and for reads without a token. */
    held: Held | null
  }
}
