import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { unavailable } from '../database/unavailable.ts'
import { newApp } from '../http/transport/fastify-app.ts'
import { serveHealth } from '../http/transport/health.ts'
import { listenOrExplain, urlOf } from './listen.ts'

/** How long the last responses may take once the port is given up. */
const LAST_RESPONSES_MS = 1_000

export interface UnreadyServer {
  /** Frees the port at once; connections that are open get their response, which is the last. */
  releasePort(): void
}

/**
 * Answers on the API's port while there is no database: the process lives and is not ready, and
 * every request is 503 with `Retry-After`.
 * @throws {AddressUnusable}
 */
export async function serveUnready(config: Config, log: Logger): Promise<UnreadyServer> {
  // Nothing is counted: the metrics begin with the service.
  const app = await newApp({ config, log, metrics: { responded: () => undefined } })
  app.addHook('onSend', async (request, reply) => {
    // Who is still sending would be reset, and not read the response.
    if (request.raw.complete) reply.header('Connection', 'close')
  })
  serveHealth(app, async () => 'database_unavailable')
  // Before the body is read: what is right must not be refused as wrong.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return
    throw unavailable('The service waits for its database.', 'unchanged', undefined)
  })
  await app.ready()
  const { server } = app
  await listenOrExplain(
    'PORT',
    config.PORT,
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host: config.HOST, port: config.PORT }, resolve)
      }),
  )
  const url = urlOf(server.address() as AddressInfo)
  log.info({ url }, 'answering that the service is not ready')
  const closePort = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { releasePort: () => void app.drain.close(server, closePort, LAST_RESPONSES_MS) }
}
