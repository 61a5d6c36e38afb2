import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { ConnectedDatabase } from './database/connect.ts'
import type { Readiness } from './http/health.ts'
import { Metrics } from './http/metrics.ts'
import { listenOrExplain, startMetrics, urlOf } from './listening.ts'
import type { Serving, ServingMeans } from './server.ts'

/** Answers requests in this process. */
export function serveAlone(config: Config, log: Logger): ServingMeans {
  const metrics = new Metrics()
  return {
    observer: metrics,
    serve: (database, giveUpPort) => listen(config, log, { database, metrics, giveUpPort }),
    abandon: async () => undefined,
  }
}

interface Parts {
  readonly database: ConnectedDatabase
  readonly metrics: Metrics
  readonly giveUpPort: () => void
}

async function listen(
  config: Config,
  log: Logger,
  { database, metrics, giveUpPort }: Parts,
): Promise<Serving> {
  let stopping = false
  const readiness: Readiness = async () => {
    if (stopping) return 'stopping'
    return database.ping().then(
      () => 'ready' as const,
      () => 'database_unavailable' as const,
    )
  }
  metrics.watchDatabase(() => database.pending)
  const app = await buildApp({ config, database, metrics, log, readiness })
  const metricsServer = await startMetrics(config, log, metrics)
  try {
    await app.ready()
    giveUpPort()
    await listenOrExplain('PORT', config.PORT, () =>
      app.listen({
        host: config.HOST,
        port: config.PORT,
        listenTextResolver: (address) => `listening on ${address}`,
      }),
    )
  } catch (error) {
    metricsServer.close()
    throw error
  }
  return {
    url: urlOf(app.server.address() as AddressInfo),
    metricsUrl: `${urlOf(metricsServer.address() as AddressInfo)}/metrics`,
    stop: async () => {
      stopping = true
      await delay(config.SHUTDOWN_DELAY_MS)
      await app.drain.close(app.server, () => app.close(), config.SHUTDOWN_TIMEOUT_MS)
      metricsServer.close()
    },
  }
}
