import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { unavailable } from '../database/unavailable.ts'
import { drain } from '../http/transport/drain.ts'
import { newApp } from '../http/transport/fastify-app.ts'
import { serveHealth } from '../http/transport/health.ts'
import type { Config } from '../runtime/config/config.ts'
import { listenOrExplain, urlOf } from './listen.ts'

/** Time for the last responses after the port was released. */
const LAST_RESPONSES_MS = 1_000

export interface NotReadyServer {
  /** Frees the port at once. Open connections get one last response. */
  releasePort(): void
}

/**
 * Serves the API's port while there is no database: the process is live and not ready, and every
 * other request gets 503 with `Retry-After`.
 * @throws {AddressUnusable}
 */
export async function serveNotReady(config: Config, log: Logger): Promise<NotReadyServer> {
  // Not counted: the metrics begin with the service.
  const app = await newApp({ config, log, metrics: { responded: () => undefined } })
  app.addHook('onSend', async (request, reply) => {
    // Closing under a client that still sends resets the connection: it would not read the
    // response.
    if (request.raw.complete) reply.header('Connection', 'close')
  })
  serveHealth(app, async () => 'database_unavailable')
  // Before the body is read: a valid request must not be refused as invalid.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return
    throw unavailable('The service is waiting for its database.', 'unchanged', undefined)
  })
  await app.ready()
  const { server } = app
  await listenOrExplain('PORT', config.PORT, async () => {
    server.listen({ host: config.HOST, port: config.PORT })
    await once(server, 'listening')
  })
  const url = urlOf(server.address() as AddressInfo)
  log.info({ url }, 'responding that the service is not ready')
  const closePort = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { releasePort: () => void drain(app, closePort, LAST_RESPONSES_MS) }
}
