import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may be unanswered; who sends more has it closed. */
const UNANSWERED_MAX = 8

/** Those of all connections. */
const UNANSWERED_OF_ALL_MAX = 4_000

interface Connection {
  unanswered: number
  /** Where it is to end: of how many no answer is waited for, and what is done then. */
  last?: { readonly unanswered: number; readonly end: () => void }
}

/** Node's parser of a connection, as far as it is needed here. */
interface Parser {
  /** The request that it read last, or reads. */
  readonly incoming: IncomingMessage | null
  onIncoming(request: IncomingMessage, keepAlive: boolean): number | undefined
}

/** Makes Node's parser leave what stands behind a request in the same piece unread. */
const STOP = 2

/** Why a connection takes no further request. */
export type Overrun = 'rate_limited' | 'temporarily_unavailable'

/**
 * Bounds what connections hold before anything is known of who asks: Node begins each request of a
 * piece that it reads, and a piece of 64 kB has thousands. And ends a connection only when what was
 * begun on it has been answered: a change is never carried out behind an error of its neighbour.
 */
export class Connections {
  readonly #open = new WeakMap<Socket, Connection>()
  readonly #overrun: (socket: Socket, why: Overrun) => void
  #unanswered = 0

  /** @param overrun answers a request that is one too many, and ends the connection */
  constructor(overrun: (socket: Socket, why: Overrun) => void) {
    this.#overrun = overrun
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket & { parser: Parser }) => {
      const connection: Connection = { unanswered: 0 }
      this.#open.set(socket, connection)
      const { parser } = socket
      const { onIncoming } = parser
      parser.onIncoming = (request, keepAlive) => {
        if (connection.last !== undefined) return STOP
        const why = this.#whyNot(connection)
        if (why !== undefined) {
          this.whenAnswered(socket, () => this.#overrun(socket, why))
          return STOP
        }
        const next = onIncoming(request, keepAlive)
        // A tunnel that is asked for is no request that will be answered.
        if (next === STOP) return STOP
        connection.unanswered += 1
        this.#unanswered += 1
        return next
      }
    })
  }

  /** A request was answered, or its connection is gone. */
  answered(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection === undefined) return
    this.#unanswered -= 1
    connection.unanswered -= 1
    const { last } = connection
    if (connection.unanswered === last?.unanswered) last.end()
  }

  /**
   * Takes no further request on a connection, and ends it once those begun are answered; one whose
   * body is not there yet will not be.
   */
  whenAnswered(socket: Socket & { parser?: Parser | null }, end: () => void): void {
    const connection = this.#open.get(socket)
    if (connection === undefined || connection.last !== undefined) return
    const unanswered = socket.parser?.incoming?.complete === false ? 1 : 0
    connection.last = { unanswered, end }
    if (connection.unanswered <= unanswered) end()
  }

  #whyNot({ unanswered }: Connection): Overrun | undefined {
    if (unanswered >= UNANSWERED_MAX) return 'rate_limited'
    return this.#unanswered >= UNANSWERED_OF_ALL_MAX ? 'temporarily_unavailable' : undefined
  }
}
