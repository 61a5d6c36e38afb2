import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Refusal } from '../../domain/errors.ts'
import { closing, refusalOfHead } from './request-head.ts'

/** Requests of one connection without a response; one more is refused, and the last. */
const PENDING_MAX = 8

/** A connection with more is closed at once: one read of 64 kB can hold thousands. */
const FLOOD = 64

const CHECK_INTERVAL_MS = 1_000

interface Turn {
  /** @param refusal why it may not begin */
  readonly start: (refusal?: Refusal) => void
  /**
   * Called if it has to wait; what it returns is called when its turn comes, before `start`.
   * @param isOver whether it is refused then, and its body is not needed
   */
  readonly wait: (isOver: boolean) => () => Refusal | undefined
  /** Called instead, if its client hangs up before. */
  readonly hungUp: () => void
}

interface Connection {
  /** Requests without a response. */
  pending: number
  /** The requests behind the one that is served, in their order. */
  readonly waiting: Pick<Turn, 'start' | 'hungUp'>[]
  /** The request that came last, while any is pending. */
  latest: IncomingMessage | undefined
  /** Since when its body is read, by `performance.now()`; zero if that did not wait. */
  readAt: number
  /** The last request whose body is a file, which may take longer than others. */
  file: IncomingMessage | undefined
  /** Set once input was unreadable: to be called when no more than these are pending. */
  unreadable: { readonly pending: number; readonly respond: () => void } | undefined
  /** Bytes that its client had taken at the last check, and since when. */
  taken: number
  since: number
}

/**
 * Bounds what one connection can make the process do and hold. Its requests are served one after
 * the other, each when the client has taken the response before it: a client that reads nothing
 * makes the process hold one response.
 *
 * Closed connections are found by a timer. With a listener for `close` on each, the objects of
 * every request lived longer, and V8 ran a major garbage collection five times a second.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>()
  /** Requests of all connections that have no response yet. */
  pending = 0
  /** By `performance.now()`. */
  lastResponseAt = 0
  /** Whether each is closed behind its next response. */
  areClosing = false

  /** Connections, also idle ones. */
  get open(): number {
    return this.#open.size
  }

  /** @param stalledMsMax time for a client to complete a read of what waits for it */
  watch(server: Server, stalledMsMax: number): void {
    server.on('connection', (socket: Socket) => {
      const none = { latest: undefined, file: undefined, unreadable: undefined }
      const since = performance.now()
      this.#open.set(socket, { ...none, pending: 0, waiting: [], readAt: 0, taken: 0, since })
    })
    const check = setInterval(() => this.#check(stalledMsMax), CHECK_INTERVAL_MS).unref()
    server.once('close', () => clearInterval(check))
    server.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.resetAndDestroy()
      else socket.destroy()
    })
  }

  /** Starts a request in its turn. */
  begin(request: IncomingMessage, { start, wait, hungUp }: Turn): void {
    const connection = this.#open.get(request.socket)
    if (connection === undefined || !request.socket.writable) return
    this.pending += 1
    connection.pending += 1
    connection.latest = request
    connection.readAt = 0
    if (connection.pending === 1) {
      start(refusalOfHead(request))
      return
    }
    const isOver = connection.pending > PENDING_MAX
    const stopWaiting = wait(isOver)
    const startLate = () => {
      const refusal = stopWaiting()
      start(isOver ? closing('rate_limited') : (refusalOfHead(request) ?? refusal))
    }
    connection.waiting.push({ start: startLate, hungUp })
    if (connection.pending > FLOOD) request.socket.destroy()
  }

  /** To be called when a response was sent or its client hung up. */
  responded(socket: Socket): void {
    this.lastResponseAt = performance.now()
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    this.pending -= 1
    connection.pending -= 1
    if (connection.pending === 0) connection.latest = undefined
    const { unreadable } = connection
    if (connection.pending === unreadable?.pending) unreadable.respond()
    if (socket.writable) connection.waiting.shift()?.start()
    else for (const { hungUp } of connection.waiting.splice(0)) hungUp()
  }

  /** Says since when the body of this request is read; `Infinity` while nobody reads it. */
  readsFrom(request: IncomingMessage, readAt: number): void {
    const connection = this.#open.get(request.socket)
    if (connection?.latest === request) connection.readAt = readAt
  }

  /** From now on this request may take longer than others. */
  takesFile(request: IncomingMessage): void {
    const connection = this.#open.get(request.socket)
    if (connection !== undefined) connection.file = request
  }

  /**
   * The request whose body is late by Node's count, and the milliseconds that it has left by ours:
   * it may have waited unread for its turn or its token.
   */
  lateOn(socket: Socket, timeoutMs: number): { request?: IncomingMessage; leftMs: number } {
    const { latest: request, readAt = 0, file } = this.#open.get(socket) ?? {}
    if (request === undefined || request.complete) return { leftMs: 0 }
    if (request === file) return { request, leftMs: Number.POSITIVE_INFINITY }
    return { request, leftMs: Math.min(readAt + timeoutMs - performance.now(), timeoutMs) }
  }

  /** Calls `respond` after the responses to the requests before the unreadable input. */
  refuseUnreadable(socket: Socket, respond: () => void): void {
    const connection = this.#open.get(socket)
    if (connection === undefined || connection.unreadable !== undefined) return
    // A request whose body is incomplete is itself unreadable, and gets no other response.
    const pending = connection.latest?.complete === false ? 1 : 0
    connection.unreadable = { pending, respond }
    if (connection.pending <= pending) respond()
  }

  /**
   * Resets connections whose clients completed no read for that long. Node's own timeout ends only
   * connections without any traffic: a byte now and then would keep a response in memory for ever.
   * They are reset, not closed, so that the kernel drops its unsent data too.
   */
  #check(stalledMsMax: number): void {
    const now = performance.now()
    for (const [socket, connection] of this.#open) {
      if (socket.destroyed) {
        this.#open.delete(socket)
        this.pending -= connection.pending
        for (const { hungUp } of connection.waiting.splice(0)) hungUp()
        continue
      }
      const taken = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || taken !== connection.taken) connection.since = now
      else if (now - connection.since > stalledMsMax) socket.resetAndDestroy()
      connection.taken = taken
    }
  }
}

/** Time for which connections may be idle after the port is closed. */
const IDLE_MS = 500
const IDLE_CHECK_MS = 50

/**
 * Closes the connections of a stopping service without breaking a request, and resolves when the
 * last is closed. Each kept-alive connection may serve one more request, whose response says
 * `Connection: close`. Idle and unused connections are not waited for.
 * @param closePort closes the server and resolves when all connections are closed
 */
export async function drain(
  { server, connections }: Pick<FastifyInstance, 'server' | 'connections'>,
  closePort: () => PromiseLike<unknown>,
  timeoutMs: number,
): Promise<void> {
  connections.areClosing = true
  const begunAt = performance.now()
  const check = setInterval(() => {
    const now = performance.now()
    const { pending, lastResponseAt } = connections
    const isIdle = pending === 0 && now - Math.max(begunAt, lastResponseAt) >= IDLE_MS
    if (isIdle || now - begunAt >= timeoutMs) server.closeAllConnections()
  }, IDLE_CHECK_MS)
  // By itself Node closes idle connections with the port, though a request may be on its way.
  server.closeIdleConnections = () => undefined
  await closePort()
  clearInterval(check)
}
