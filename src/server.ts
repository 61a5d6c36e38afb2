import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type ConnectedDatabase, connectDatabase } from './database/connect.ts'
import { migrate } from './database/migrations.ts'
import { Drain } from './http/drain.ts'
import type { Readiness } from './http/health.ts'
import { listenForMetrics, Metrics } from './http/metrics.ts'

const METRICS_PORT_DEFAULT = 9464

/** A service that listens. */
export interface RunningService {
  /** Address of the API, such as `http://127.0.0.1:8080`. */
  readonly url: string
  readonly metricsUrl: string
  readonly database: ConnectedDatabase
  /** Not ready first, then requests under way finish, the database last. */
  stop(): Promise<void>
}

/** The process cannot listen where it was told to; the message is one sentence. */
export class AddressUnusable extends Error {}

/**
 * Starts the service: database, schema, HTTP. Fails as a whole: what was started is stopped again.
 * @throws {AddressUnusable}, {DatabaseUnusable}, {SchemaMismatch} and those of the embedded server
 */
export async function startService(config: Config, log: Logger): Promise<RunningService> {
  const metrics = new Metrics()
  const database = await connectDatabase(config, { role: 'service', log, observer: metrics })
  metrics.watchDatabase(() => database.pending)
  try {
    const { applied, schemaVersion } = await migrate(database.sql)
    log.info({ applied, schemaVersion }, 'schema is up to date')
    return await listen(config, log, { database, metrics })
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Stops the service on SIGTERM, SIGINT or a defect, and ends the process with 0, or 1 after a
 * defect. Call it while the service is still starting: a signal that comes early waits for the
 * start to end, so that a database that was started is stopped as well.
 */
export function stopOnSignal(starting: Promise<RunningService>, config: Config, log: Logger): void {
  const timeoutMs =
    config.SHUTDOWN_DELAY_MS + config.SHUTDOWN_TIMEOUT_MS + config.DATABASE_STATEMENT_TIMEOUT_MS
  const grace = closeWithGrace(
    { delay: timeoutMs, logger: log, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'stopping after a defect')
      // A start that failed has stopped what it started, and the command line tells why.
      const service = await starting.catch(() => undefined)
      await service?.stop()
      // The process ends right after: lines still on their way would be lost or change places.
      await new Promise<void>((resolve) => log.flush(() => resolve()))
    },
  )
  let firstSignalAt: number | undefined
  const onSignal = (signal: string) => {
    const now = performance.now()
    // One Ctrl-C can arrive twice, from the terminal and from npm: only a later one means "now".
    if (firstSignalAt !== undefined && now - firstSignalAt < 1_000) return
    if (firstSignalAt !== undefined) process.exit(1)
    firstSignalAt = now
    log.info({ signal }, 'stopping')
    grace.close()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // The launcher that picked the runtime holds this channel: without it nobody would stop us.
  const onLauncherGone = () => onSignal('launcher gone')
  if (process.connected) process.on('disconnect', onLauncherGone)
  // After a failed start nothing may keep the process alive, or change the status it ends with.
  starting.catch(() => {
    grace.uninstall()
    process.off('disconnect', onLauncherGone)
  })
}

interface Parts {
  readonly database: ConnectedDatabase
  readonly metrics: Metrics
}

async function listen(config: Config, log: Logger, parts: Parts): Promise<RunningService> {
  const { database, metrics } = parts
  let stopping = false
  const readiness: Readiness = async () => {
    if (stopping) return 'stopping'
    return database.ping().then(
      () => 'ready' as const,
      () => 'database_unavailable' as const,
    )
  }
  const app = await buildApp({ config, database, metrics, log, readiness })
  const drain = new Drain(app.server)
  const metricsServer = await listenOrExplain('METRICS_PORT', config.METRICS_PORT, () =>
    startMetrics(config, log, metrics),
  )
  try {
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
  const url = urlOf(app.server.address() as AddressInfo)
  const metricsUrl = `${urlOf(metricsServer.address() as AddressInfo)}/metrics`
  log.info(
    { url, metricsUrl, database: database.kind, postgresVersion: database.version },
    'service is ready',
  )
  const stop = async () => {
    stopping = true
    await delay(config.SHUTDOWN_DELAY_MS)
    await drain.close(() => app.close(), config.SHUTDOWN_TIMEOUT_MS)
    metricsServer.close()
    await database.close()
    log.info('service is stopped')
  }
  let stopped: Promise<void> | undefined
  return {
    url,
    metricsUrl,
    database,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

async function startMetrics(config: Config, log: Logger, metrics: Metrics): Promise<Server> {
  const host = config.METRICS_HOST
  if (config.METRICS_PORT !== null) {
    return await listenForMetrics(metrics, { host, port: config.METRICS_PORT })
  }
  try {
    return await listenForMetrics(metrics, { host, port: METRICS_PORT_DEFAULT })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    // Spec choice N31.
    log.warn({ port: METRICS_PORT_DEFAULT }, 'the usual metrics port is taken: using a free one')
    return await listenForMetrics(metrics, { host, port: 0 })
  }
}

async function listenOrExplain<T>(
  setting: 'PORT' | 'METRICS_PORT',
  port: number | null,
  listening: () => Promise<T>,
): Promise<T> {
  try {
    return await listening()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === 'EADDRINUSE'
        ? `port ${port} is taken: free it or set ${setting} to another`
        : message
    throw new AddressUnusable(`The service cannot listen: ${why}.`, { cause: error })
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
