import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from '../../domain/errors.ts'
import { closing, refusalOfHead } from './request-head.ts'

/** Pending requests of one connection; with one more it is closed. */
const PENDING_MAX = 8

/** Pending requests of all connections; the first one of each connection is always begun. */
const PENDING_TOTAL_MAX = 4_000

const CHECK_INTERVAL_MS = 1_000

interface Connection {
  pending: number
  /** Whether a request is being served. */
  isServing: boolean
  /** Starts the requests behind it, in their order. */
  waiting?: (() => void)[]
  /** Set once the connection is to close: `end` is called when no more than this are pending. */
  closing?: { readonly pending: number; readonly end: () => void }
}

/** The parts of Node's HTTP parser that are used here. */
interface Parser {
  /** The request that is being read, or was read last. */
  readonly incoming: IncomingMessage | null
  onIncoming(request: Incoming, keepAlive: boolean): number | undefined
}

/** `upgrade`: whether Node hands over the connection after this request. */
type Incoming = IncomingMessage & { upgrade: boolean }

/** Makes Node's parser leave the rest of the chunk, after the current request, unread. */
const STOP = 2

/**
 * Bounds the requests that unauthenticated clients can keep pending: Node begins every request in a
 * chunk, and a chunk of 64 kB can hold thousands. Closes a connection only after the requests begun
 * on it have their responses, so that no change is made whose response is lost to a later error.
 *
 * The requests of a connection are served one after the other, each when the client has taken the
 * response before it: a client that reads nothing makes the process hold one response, not eight.
 *
 * Requests are only counted: keeping a set of them took a tenth of the time of a read.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>()
  readonly #respond: (socket: Socket, refusal: Refusal) => void
  #pending = 0
  #lastResponseAt = 0

  /** @param respond refuses a request that is not begun, and closes its connection */
  constructor(respond: (socket: Socket, refusal: Refusal) => void) {
    this.#respond = respond
  }

  /** Requests of all connections that were begun and have no response yet. */
  get pending(): number {
    return this.#pending
  }

  /** Connections, also idle ones. */
  get open(): number {
    return this.#open.size
  }

  /** By `performance.now()`. */
  get lastResponseAt(): number {
    return this.#lastResponseAt
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket & { parser: Parser }) => {
      const connection: Connection = { pending: 0, isServing: false }
      this.#open.set(socket, connection)
      const { parser } = socket
      const { onIncoming } = parser
      parser.onIncoming = (request, keepAlive) => {
        const refusal = refusalOf(request, connection, this.#pending)
        if (connection.closing === undefined && refusal === undefined) {
          connection.pending += 1
          this.#pending += 1
          return onIncoming(request, keepAlive)
        }
        request.upgrade = false
        if (refusal !== undefined) this.#closeAfterResponses(socket, refusal, 0)
        return STOP
      }
    })
    // Without listeners for `close`: see `slow-readers.ts`.
    const check = setInterval(() => {
      for (const [socket, { pending }] of this.#open) {
        if (!socket.destroyed) continue
        this.#open.delete(socket)
        this.#pending -= pending
      }
    }, CHECK_INTERVAL_MS).unref()
    server.once('close', () => clearInterval(check))
  }

  /** Calls `start` when the client has taken the responses to the requests before this one. */
  begin(socket: Socket, start: () => void): void {
    const connection = this.#open.get(socket)
    if (connection?.isServing === true) {
      connection.waiting ??= []
      connection.waiting.push(start)
      return
    }
    if (connection !== undefined) connection.isServing = true
    start()
  }

  /** To be called when a response was sent or its client hung up. */
  responded(socket: Socket): void {
    this.#lastResponseAt = performance.now()
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    this.#pending -= 1
    connection.pending -= 1
    const { closing } = connection
    const isLast = connection.pending === closing?.pending
    if (isLast) closing.end()
    // Nobody would get the response.
    if (isLast || socket.destroyed) return
    const next = connection.waiting?.shift()
    if (next === undefined) connection.isServing = false
    else next()
  }

  /** Refuses unreadable input on a connection, after the responses to the requests before it. */
  refuse(socket: Socket & { parser?: Parser | null }, refusal: Refusal): void {
    // A request with an incomplete body is itself unreadable: it is pending, but gets no response.
    const isOwn = socket.parser?.incoming?.complete === false
    this.#closeAfterResponses(socket, refusal, isOwn ? 1 : 0)
  }

  #closeAfterResponses(socket: Socket, refusal: Refusal, pending: number): void {
    const connection = this.#open.get(socket)
    if (connection === undefined || connection.closing !== undefined) return
    const end = () => this.#respond(socket, refusal)
    connection.closing = { pending, end }
    if (connection.pending <= pending) end()
  }
}

/** Undefined if the request may begin. */
function refusalOf(
  request: IncomingMessage,
  { pending }: Connection,
  pendingTotal: number,
): Refusal | undefined {
  // Node would hand over the connection to a tunnel and drop the responses before it.
  if (request.method === 'CONNECT') return closing('malformed_request')
  if (pending >= PENDING_MAX) return closing('rate_limited')
  if (pending > 0 && pendingTotal >= PENDING_TOTAL_MAX) return closing('temporarily_unavailable')
  return refusalOfHead(request)
}
