import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { readRuns, watchRuns } from '../database/command-runs.ts'
import type { Database } from '../database/database.ts'
import { within } from '../database/postgres/connection-pool.ts'
import { drain } from '../http/transport/connections.ts'
import type { Readiness } from '../http/transport/health.ts'
import type { Config } from '../runtime/config/config.ts'
import type { Metrics } from '../runtime/metrics/metrics.ts'
import { listenOrExplain, startMetrics, urlOf } from './listen.ts'
import { startApp } from './start-app.ts'

/** An API that listens. */
export interface RunningServer {
  /** Address of the API, such as `http://127.0.0.1:8080`. */
  readonly url: string
  readonly metricsUrl: string
  /** Reports not ready first, then lets the requests under way finish. */
  stop(): Promise<void>
}

interface ServeOptions {
  readonly log: Logger
  readonly database: Database
  readonly metrics: Metrics
  /** Called immediately before the service listens: frees the port. */
  readonly releasePort: () => void
}

/** Pause between two compilations: a request of that time waits for one at most. */
const WARM_UP_PAUSE_MS = 5

/** Compiles what requests need while there are none. */
async function warmUp({ warmUps, connections }: FastifyInstance): Promise<void> {
  for (const compile of warmUps) {
    await delay(WARM_UP_PAUSE_MS, undefined, { ref: false })
    if (connections.pending === 0) compile()
  }
}

/** Serves the API until it is stopped. @throws {AddressUnusable} */
export async function serveRequests(config: Config, options: ServeOptions): Promise<RunningServer> {
  const { log, database, metrics, releasePort } = options
  let stopping = false
  const readiness: Readiness = async () => {
    if (stopping) return 'stopping'
    return database.ping().then(
      (state) => (state === 'writable' ? 'ready' : 'database_not_writable'),
      () => 'database_unavailable' as const,
    )
  }
  metrics.watchDatabase(database)
  metrics.watchReadiness(readiness)
  // The statement may wait for longer than who reads the metrics.
  watchRuns(metrics, () => within(readRuns(database), config.DATABASE_CONNECT_TIMEOUT_MS))
  const app = await startApp({ config, database, metrics, log, readiness })
  metrics.watchMemory(app.heldBytes)
  metrics.watchRequests(app.connections)
  const metricsServer = await startMetrics(config, log, metrics)
  try {
    await app.ready()
    releasePort()
    await listenOrExplain('PORT', config.PORT, () =>
      app.listen({
        host: config.HOST,
        port: config.PORT,
        listenTextResolver: (address) => `listening on ${address}`,
      }),
    )
  } catch (error) {
    metricsServer.close()
    // Ends the work in the background, before the database is closed.
    await app.close()
    throw error
  }
  void warmUp(app)
  return {
    url: urlOf(app.server.address() as AddressInfo),
    metricsUrl: `${urlOf(metricsServer.address() as AddressInfo)}/metrics`,
    stop: async () => {
      stopping = true
      await delay(config.SHUTDOWN_DELAY_MS)
      await drain(app, () => app.close(), config.SHUTDOWN_TIMEOUT_MS)
      metricsServer.close()
    },
  }
}
