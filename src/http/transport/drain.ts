import type { FastifyInstance } from 'fastify'

/** Time for which connections may be idle after the port is closed. */
const IDLE_MS = 500
const CHECK_INTERVAL_MS = 50

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
  }, CHECK_INTERVAL_MS)
  // By itself Node closes idle connections with the port, though a request may be on its way.
  server.closeIdleConnections = () => undefined
  await closePort()
  clearInterval(check)
}
