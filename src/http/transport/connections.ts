import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RefusalCode } from '../../domain/errors.ts'

/** Requests of one connection that may be unanswered; who sends more has it closed. */
const UNANSWERED_MAX = 8

/** Those of all connections; the first of each is begun all the same. */
const UNANSWERED_OF_ALL_MAX = 4_000

const LOOK_MS = 1_000

interface Connection {
  unanswered: number
  /** Where it is to end: of how many no response is waited for, and what is done then. */
  last?: { readonly unanswered: number; readonly end: () => void }
}

/** Node's parser of a connection, as far as it is needed here. */
interface Parser {
  /** The request that it read last, or reads. */
  readonly incoming: IncomingMessage | null
  onIncoming(request: Incoming, keepAlive: boolean): number | undefined
}

/** `upgrade`: whether Node gives the connection away behind this request. */
type Incoming = IncomingMessage & { upgrade: boolean }

/** Makes Node's parser leave what stands behind a request in the same piece unread. */
const STOP = 2

/**
 * Bounds what connections hold before anything is known of who asks: Node begins each request of a
 * piece that it reads, and a piece of 64 kB has thousands. And ends a connection only when what was
 * begun on it has been answered: a change is never carried out behind an error of its neighbour.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>()
  readonly #response: (socket: Socket, code: RefusalCode) => void
  #unanswered = 0

  /** @param answer answers a request that is not begun, and ends its connection */
  constructor(response: (socket: Socket, code: RefusalCode) => void) {
    this.#response = response
  }

  /** Requests that were begun and are not answered, of all connections. */
  get unanswered(): number {
    return this.#unanswered
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket & { parser: Parser }) => {
      const connection: Connection = { unanswered: 0 }
      this.#open.set(socket, connection)
      const { parser } = socket
      const { onIncoming } = parser
      parser.onIncoming = (request, keepAlive) => {
        const code = whyNot(request, connection, this.#unanswered)
        if (connection.last === undefined && code === undefined) {
          connection.unanswered += 1
          this.#unanswered += 1
          return onIncoming(request, keepAlive)
        }
        request.upgrade = false
        if (code !== undefined) this.#endWhenResponded(socket, code, 0)
        return STOP
      }
    })
    // No listener tells which connections are gone: see `slow-readers.ts`.
    const look = setInterval(() => {
      for (const [socket, { unanswered }] of this.#open) {
        if (!socket.destroyed) continue
        this.#open.delete(socket)
        this.#unanswered -= unanswered
      }
    }, LOOK_MS).unref()
    server.once('close', () => clearInterval(look))
  }

  /** A request was answered, or its client has hung up. */
  responded(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    this.#unanswered -= 1
    connection.unanswered -= 1
    const { last } = connection
    if (connection.unanswered === last?.unanswered) last.end()
  }

  /** Refuses what cannot be read on a connection, behind the responses to what was begun on it. */
  refuse(socket: Socket & { parser?: Parser | null }, code: RefusalCode): void {
    // One whose body was not there yet is what cannot be read, and has no response of its own.
    this.#endWhenResponded(socket, code, socket.parser?.incoming?.complete === false ? 1 : 0)
  }

  #endWhenResponded(socket: Socket, code: RefusalCode, unanswered: number): void {
    const connection = this.#open.get(socket)
    if (connection === undefined || connection.last !== undefined) return
    const end = () => this.#response(socket, code)
    connection.last = { unanswered, end }
    if (connection.unanswered <= unanswered) end()
  }
}

/** Why a request is not begun; undefined where it is. */
function whyNot(
  { method }: IncomingMessage,
  { unanswered }: Connection,
  unansweredOfAll: number,
): RefusalCode | undefined {
  // There are no tunnels: Node would give the connection away, and drop the responses before it.
  if (method === 'CONNECT') return 'malformed_request'
  if (unanswered >= UNANSWERED_MAX) return 'rate_limited'
  const isFull = unanswered > 0 && unansweredOfAll >= UNANSWERED_OF_ALL_MAX
  return isFull ? 'temporarily_unavailable' : undefined
}
