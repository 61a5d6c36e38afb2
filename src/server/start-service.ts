import { resolve } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { packageVersion } from '../config/package-version.ts'
import { type ConnectedDatabase, connectDatabase } from '../database/connect.ts'
import { roleAboveRules } from '../database/service-role.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { requireFreePorts } from './free-ports.ts'
import type { RunningServer } from './serve-requests.ts'
import { awaitDatabase, type DatabaseAwaited } from './wait-for-database.ts'

/** A service that listens; stopping it closes the database last. */
export interface RunningService extends RunningServer {
  readonly database: ConnectedDatabase
}

/**
 * Starts the service: database, schema, HTTP. If a part fails, the parts that started are stopped.
 * While the PostgreSQL of `DATABASE_URL` is away, it waits and responds that it is not ready.
 * @param signal aborting ends the wait
 * @throws {AddressUnusable}, {DatabaseUnusable}, {SchemaMismatch}, errors of the embedded server,
 * and
 *   the reason of `signal`
 */
export async function startService(
  config: Config,
  log: Logger,
  signal?: AbortSignal,
): Promise<RunningService> {
  await requireFreePorts(config)
  if (config.DATABASE_URL === null) {
    const dataDir = resolve(config.DATA_DIR)
    log.info({ dataDir }, 'DATABASE_URL is not set: the vault is in an embedded PostgreSQL')
  }
  const stopTracing = await startTracing(config, log)
  // PostgreSQL starts while the code loads: both take a while.
  let loading: ReturnType<typeof loadCode> | undefined
  const load = () => (loading ??= loadCode())
  const connect = (withinMs: number) =>
    connectDatabase(config, {
      role: 'service',
      log,
      withinMs,
      observer: async () => (await load()).metrics,
      launched: () => void load(),
    })
  let awaited: DatabaseAwaited | undefined
  try {
    awaited = await awaitDatabase(config, { log, signal, connect })
    const { database, releasePort } = awaited
    const { applied, schemaVersion } = await database.migrate()
    log.info({ applied, schemaVersion }, 'schema is up to date')
    await warnOfRole(log, database)
    const { metrics, serveRequests, makeFirstSigningKey, openSecrets } = await load()
    metrics.built({ version: packageVersion(), schema: String(schemaVersion) })
    const secrets = database.kind === 'embedded' ? openSecrets(config) : null
    if (secrets !== null) await makeFirstSigningKey(database, secrets)
    const server = await serveRequests(config, { log, database, metrics, releasePort })
    return running(log, { database, server, stopTracing })
  } catch (error) {
    awaited?.releasePort()
    await awaited?.database.close()
    await stopTracing()
    throw error
  }
}

/** As the owner of the tables, a wrong statement or a stolen connection could do anything. */
async function warnOfRole(log: Logger, { sql }: ConnectedDatabase): Promise<void> {
  const role = await roleAboveRules(sql)
  if (role === undefined) return
  log.warn({ role }, 'requests run as a role that owns the tables: give them one by SERVICE_ROLE')
}

async function loadCode() {
  const [{ Metrics }, { serveRequests }, { makeFirstSigningKey }, { openSecrets }] =
    await Promise.all([
      import('../metrics/metrics.ts'),
      import('./serve-requests.ts'),
      import('../sealed-log/signing-keys.ts'),
      import('../secrets/secrets.ts'),
    ])
  return { metrics: new Metrics(), serveRequests, makeFirstSigningKey, openSecrets }
}

interface StartedParts {
  readonly database: ConnectedDatabase
  readonly server: RunningServer
  readonly stopTracing: () => Promise<void>
}

function running(log: Logger, { database, server, stopTracing }: StartedParts): RunningService {
  const { url, metricsUrl } = server
  const { kind, version: postgresVersion } = database
  log.info({ url, metricsUrl, database: kind, postgresVersion }, 'service is ready')
  const stop = async () => {
    await server.stop()
    await database.close()
    await stopTracing()
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

/**
 * Stops the service on SIGTERM, SIGINT or a defect, and ends the process with status 0, or 1 after
 * a defect. Call it while the service starts: an early signal waits for the end of the start, so
 * that a database that was started is stopped as well.
 * @param start is aborted by the signal, because a start that waits for a database may never end
 */
export function stopOnSignal(
  starting: Promise<RunningService>,
  config: Config,
  log: Logger,
  start?: AbortController,
): void {
  const timeoutMs =
    config.SHUTDOWN_DELAY_MS + config.SHUTDOWN_TIMEOUT_MS + config.DATABASE_STATEMENT_TIMEOUT_MS
  const grace = closeWithGrace(
    { delay: timeoutMs, logger: log, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err }) => {
      start?.abort()
      if (err) log.fatal({ err }, 'stopping after a defect')
      // A failed start has stopped its parts, and the command line reports why.
      const service = await starting.catch(() => undefined)
      await service?.stop()
      // The process ends next: log lines that are not written yet would be lost.
      await new Promise<void>((resolve) => log.flush(() => resolve()))
    },
  )
  let firstSignalAt: number | undefined
  const onSignal = (signal: string) => {
    const now = performance.now()
    // One Ctrl-C can arrive twice, from the terminal and from npm. Only a later one ends at once.
    if (firstSignalAt !== undefined && now - firstSignalAt < 1_000) return
    if (firstSignalAt !== undefined) process.exit(1)
    firstSignalAt = now
    log.info({ signal }, 'stopping')
    grace.close()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // This channel is the launcher's. Without the launcher, no signal would stop the service.
  const onLauncherGone = () => onSignal('launcher gone')
  if (process.connected) process.on('disconnect', onLauncherGone)
  // After a failed start, nothing may keep the process alive or change its exit status.
  starting.catch(() => {
    // After a signal, the handler above ends the process.
    if (firstSignalAt !== undefined) return
    grace.uninstall()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    process.off('disconnect', onLauncherGone)
  })
}
