import type { OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { Connections } from './connections.ts'
import { HeldResponse } from './held-response.ts'

/** Time for which connections may be idle after the port is closed. */
const IDLE_MS = 500
const CHECK_INTERVAL_MS = 50

/**
 * Closes the connections of a stopping service without breaking a request. Each kept-alive
 * connection may serve one more request, whose response says `Connection: close`. Idle and unused
 * connections are not waited for.
 */
export class Drain {
  /** For the server's option of this name: adds `Connection: close` once the service stops. */
  readonly ServerResponse: typeof ServerResponse
  readonly #connections: Pick<Connections, 'pending' | 'lastResponseAt'>
  #closing = false

  constructor(connections: Pick<Connections, 'pending' | 'lastResponseAt'>) {
    this.#connections = connections
    const isClosing = () => this.#closing
    class DrainedResponse extends HeldResponse {
      override writeHead(status: number, reason?: unknown, headers?: unknown): this {
        if (isClosing()) this.setHeader('Connection', 'close')
        return super.writeHead(status, reason as string, headers as OutgoingHttpHeaders)
      }
    }
    this.ServerResponse = DrainedResponse as typeof ServerResponse
  }

  /**
   * Closes the port and resolves when the last connection is closed, after at most `timeoutMs`.
   * @param closePort closes the server and resolves when all connections are closed
   */
  async close(
    server: Server,
    closePort: () => PromiseLike<unknown>,
    timeoutMs: number,
  ): Promise<void> {
    this.#closing = true
    const begunAt = performance.now()
    const check = setInterval(() => {
      const now = performance.now()
      const { pending, lastResponseAt } = this.#connections
      const isIdle = pending === 0 && now - Math.max(begunAt, lastResponseAt) >= IDLE_MS
      if (isIdle || now - begunAt >= timeoutMs) server.closeAllConnections()
    }, CHECK_INTERVAL_MS)
    // By itself Node closes idle connections with the port, though a request may be on its way.
    server.closeIdleConnections = () => undefined
    await closePort()
    clearInterval(check)
  }
}
