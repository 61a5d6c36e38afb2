import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { ConnectedDatabase } from '../database/connect.ts'
import { listenOrExplain, startMetrics, urlOf } from '../listening.ts'
import type { Serving, ServingMeans } from '../server.ts'
import { ConnectionDesk } from './hand-out-connections.ts'
import { TeamMetrics } from './team-metrics.ts'
import { WorkerTeam } from './worker-team.ts'

interface Parts {
  readonly desk: ConnectionDesk
  readonly team: WorkerTeam
  readonly metrics: TeamMetrics
  readonly database: ConnectedDatabase
  readonly giveUpPort: () => void
}

/**
 * Answers requests in WORKERS processes. This one leads them: it holds the database, the port and
 * the one view of the metrics, fills the place of a worker that ends, and stops them all.
 */
export function serveWithWorkers(config: Config, log: Logger): ServingMeans {
  const desk = new ConnectionDesk()
  const metrics: TeamMetrics = new TeamMetrics(() => team.workers)
  const team: WorkerTeam = new WorkerTeam({ config, log, desk, metrics })
  return {
    serve: (database, giveUpPort) =>
      listen(config, log, { desk, metrics, team, database, giveUpPort }),
    abandon: () => team.abandon(),
  }
}

async function listen(
  config: Config,
  log: Logger,
  { desk, team, metrics, database, giveUpPort }: Parts,
): Promise<Serving> {
  await team.start(database.reach)
  const metricsServer = await startMetrics(config, log, metrics)
  giveUpPort()
  const address = await listenOrExplain('PORT', config.PORT, () =>
    desk.listen(config.HOST, config.PORT),
  ).catch((error) => {
    metricsServer.close()
    throw error
  })
  const url = urlOf(address)
  log.info(`listening on ${url}`)
  return {
    url,
    metricsUrl: `${urlOf(metricsServer.address() as typeof address)}/metrics`,
    stop: async () => {
      team.announceStop()
      await delay(config.SHUTDOWN_DELAY_MS)
      // In this order: a worker hears of the end after the last connection that was given to it.
      desk.close()
      // Less than the whole stop may take: the database is still to be closed after them.
      await team.drain(config.SHUTDOWN_TIMEOUT_MS + config.DATABASE_STATEMENT_TIMEOUT_MS / 2)
      desk.giveUp()
      metricsServer.close()
    },
  }
}
