import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from '../../domain/errors.ts'
import { closing, refusalOfHead } from './request-head.ts'

/** Requests of one connection without a response; one more is refused, and the last. */
const PENDING_MAX = 8

/** A connection with more is closed at once: one read of 64 kB can hold thousands. */
const FLOOD = 64

const CHECK_INTERVAL_MS = 1_000

interface Connection {
  /** Requests without a response. */
  pending: number
  /** Start the requests behind the one that is served, in their order. */
  readonly waiting: (() => void)[]
  /** The request that came last, while any is pending. */
  latest: IncomingMessage | undefined
  /** Whether its body is a file, which may take longer than a request. */
  isFile: boolean
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
      const nothing = { pending: 0, latest: undefined, isFile: false, unreadable: undefined }
      this.#open.set(socket, { ...nothing, waiting: [], taken: 0, since: performance.now() })
    })
    const check = setInterval(() => this.#check(stalledMsMax), CHECK_INTERVAL_MS).unref()
    server.once('close', () => clearInterval(check))
    server.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.resetAndDestroy()
      else socket.destroy()
    })
  }

  /** Calls `start` when it is the request's turn, with a refusal if it may not begin. */
  begin(request: IncomingMessage, start: (refusal?: Refusal) => void): void {
    const connection = this.#open.get(request.socket)
    if (connection === undefined || !request.socket.writable) return
    this.pending += 1
    connection.pending += 1
    connection.latest = request
    connection.isFile = false
    if (connection.pending > FLOOD) {
      request.socket.destroy()
      return
    }
    const mustWait = connection.pending > 1
    // Chunks of one byte that wait unread take two hundred times their bytes: they are not kept.
    const isChunked = mustWait && request.headers['transfer-encoding'] !== undefined
    if (isChunked) request.resume()
    const isOver = connection.pending > PENDING_MAX || isChunked
    const turn = () => start(isOver ? closing('rate_limited') : refusalOfHead(request))
    if (mustWait) connection.waiting.push(turn)
    else turn()
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
    // Nobody would get the response.
    if (socket.writable) connection.waiting.shift()?.()
  }

  /** From now on the request that came last may take longer than others. */
  takesFile(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection !== undefined) connection.isFile = true
  }

  isTakingFile(socket: Socket): boolean {
    const connection = this.#open.get(socket)
    return connection?.isFile === true && connection.latest?.complete === false
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
        continue
      }
      const taken = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || taken !== connection.taken) connection.since = now
      else if (now - connection.since > stalledMsMax) socket.resetAndDestroy()
      connection.taken = taken
    }
  }
}
