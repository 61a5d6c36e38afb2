import { type OutgoingHttpHeaders, type Server, ServerResponse } from 'node:http'

/** How long a connection may stay silent once the port is closed. */
const SILENT_MS = 500
const LOOK_MS = 50

/**
 * Ends the connections of a service that stops, so that no client sees one break under a request:
 * those kept alive serve one more request each, and its response says that it was the last. It waits
 * for nothing else: not for a connection kept alive in silence, nor for one that was never used.
 *
 * It counts requests and keeps none: a set of them was a tenth of what a read costs.
 */
export class Drain {
  /** What the server is to answer with: it says on the last responses that they are. */
  readonly ServerResponse: typeof ServerResponse
  #underWay = 0
  #closing = false
  #lastAt = 0

  constructor() {
    const isClosing = () => this.#closing
    class DrainedResponse extends ServerResponse {
      override writeHead(status: number, reason?: unknown, headers?: unknown): this {
        if (isClosing()) this.setHeader('Connection', 'close')
        return super.writeHead(status, reason as string, headers as OutgoingHttpHeaders)
      }
    }
    this.ServerResponse = DrainedResponse as typeof ServerResponse
  }

  begun(): void {
    this.#underWay += 1
  }

  ended(): void {
    this.#underWay -= 1
    this.#lastAt = performance.now()
  }

  /**
   * Closes the port and resolves when the last connection is gone, at most that much later.
   * @param closePort what closes the server; it settles when all connections are gone
   */
  async close(
    server: Server,
    closePort: () => PromiseLike<unknown>,
    timeoutMs: number,
  ): Promise<void> {
    this.#closing = true
    const begunAt = performance.now()
    this.#lastAt = begunAt
    const look = setInterval(() => {
      const now = performance.now()
      const silent = this.#underWay === 0 && now - this.#lastAt >= SILENT_MS
      if (silent || now - begunAt >= timeoutMs) server.closeAllConnections()
    }, LOOK_MS)
    // Node closes idle connections together with the port; a request may be on its way on them.
    server.closeIdleConnections = () => undefined
    await closePort()
    clearInterval(look)
  }
}
