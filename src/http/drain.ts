import type { Server, ServerResponse } from 'node:http'

/** How long a connection may stay silent once the port is closed. */
const SILENT_MS = 500
const LOOK_MS = 50

/**
 * Ends the connections of a service that stops, so that no client sees one break under a request:
 * those kept alive serve one more request each, and its answer says that it was the last. It waits
 * for nothing else: not for a connection kept alive in silence, nor for one that was never used.
 */
export class Drain {
  readonly #server: Server
  readonly #underWay = new Set<ServerResponse>()
  #closing = false
  #lastAt = 0

  constructor(server: Server) {
    this.#server = server
    server.prependListener('request', (_request, response: ServerResponse) => {
      this.#underWay.add(response)
      if (this.#closing) response.setHeader('Connection', 'close')
      response.once('close', () => {
        this.#underWay.delete(response)
        this.#lastAt = performance.now()
      })
    })
  }

  /**
   * Closes the port and resolves when the last connection is gone, at most that much later.
   * @param closePort what closes the server; it settles when all connections are gone
   */
  async close(closePort: () => PromiseLike<unknown>, timeoutMs: number): Promise<void> {
    this.#closing = true
    for (const response of this.#underWay) {
      if (!response.headersSent) response.setHeader('Connection', 'close')
    }
    const begunAt = performance.now()
    this.#lastAt = begunAt
    const look = setInterval(() => {
      const now = performance.now()
      const silent = this.#underWay.size === 0 && now - this.#lastAt >= SILENT_MS
      if (silent || now - begunAt >= timeoutMs) this.#server.closeAllConnections()
    }, LOOK_MS)
    // Node closes idle connections together with the port; a request may be on its way on them.
    this.#server.closeIdleConnections = () => undefined
    await closePort()
    clearInterval(look)
  }
}
