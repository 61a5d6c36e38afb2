import type { Logger } from 'pino'
import { type ConnectedDatabase, connectDatabase } from '../database/connect/connect.ts'
import { roleAboveRules } from '../database/service-role.ts'
import type { EmbeddedServer } from '../embedded-postgres/embedded-server.ts'
import { makeFirstSigningKey } from '../history/sealed-log/signing-keys.ts'
import type { Config } from '../runtime/config/config.ts'
import { Metrics } from '../runtime/metrics/metrics.ts'
import { packageVersion } from '../runtime/package.ts'
import { openSecrets } from '../runtime/secrets/secrets.ts'
import { startTracing } from '../runtime/tracing/tracing.ts'
import { type RunningServer, serveRequests } from './serve-requests.ts'
import { awaitDatabase, type DatabaseAwaited } from './wait-for-database.ts'

/** A service that listens; stopping it closes the database last. */
export interface RunningService extends RunningServer {
  readonly database: ConnectedDatabase
}

interface ConnectAndServeOptions {
  readonly log: Logger
  readonly signal: AbortSignal | undefined
  /** The embedded server, which starts already; undefined where `DATABASE_URL` is set. */
  readonly ownServer: Promise<EmbeddedServer> | undefined
}

/** The rest of `startService`, once its code is loaded. */
export async function connectAndServe(
  config: Config,
  { log, signal, ownServer }: ConnectAndServeOptions,
): Promise<RunningService> {
  const stopTracing = await startTracing(config, log)
  const metrics = new Metrics()
  const connect = (withinMs: number) =>
    connectDatabase(config, { role: 'service', log, withinMs, observer: metrics, ownServer })
  let awaited: DatabaseAwaited | undefined
  try {
    awaited = await awaitDatabase(config, { log, signal, connect })
    const { database, releasePort } = awaited
    const { applied, schemaVersion } = await database.migrate()
    log.info({ applied, schemaVersion }, 'schema is up to date')
    await warnOfRole(log, database)
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
