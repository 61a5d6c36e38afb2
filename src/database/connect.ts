import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { serviceRole } from '../embedded-postgres/create-cluster.ts'
import { type EmbeddedServer, openEmbeddedServer } from '../embedded-postgres/embedded-server.ts'
import { type Database, openDatabase } from './database.ts'
import type { DatabaseObserver, DatabaseOptions } from './database-options.ts'
import { type MigrateOptions, type MigrationResult, migrate } from './migrations.ts'
import { DISTRIBUTED_SETTINGS } from './postgres/distribution.ts'
import { codeOf, isUntrusted } from './postgres/postgres-errors.ts'
import { within } from './replaceable-pool.ts'

const OLDEST_VERSION_NUM = 150_000

/** The database cannot be used; the message is one sentence that says what to do. */
export class DatabaseUnusable extends Error {}

export interface ConnectOptions {
  /** A service holds an embedded data directory alone among services; commands share it. */
  readonly role: 'service' | 'command'
  readonly log: Logger
  /** How long PostgreSQL may take to answer for the first time; what its connections may. */
  readonly withinMs?: number
  /** Asked for when the database is there: it may be made while PostgreSQL starts. */
  readonly observer?: () => PromiseLike<DatabaseObserver | undefined>
  /** Called once all there is left to do is to wait for PostgreSQL. */
  readonly launched?: () => void
}

export interface ConnectedDatabase extends Database {
  readonly kind: 'embedded' | 'external'
  /** PostgreSQL's version, such as `18.4`. */
  readonly version: string
  /** Who requests run as, where that is not who owns the tables. */
  readonly serviceRole: string | null
  /** Brings the schema up to date; the embedded server's as its owner, not as the role of `sql`. */
  migrate(options?: Pick<MigrateOptions, 'grantAnyway'>): Promise<MigrationResult>
}

/**
 * Connects to the PostgreSQL of `DATABASE_URL`, or to the service's own under `DATA_DIR`, which is
 * started where it does not run. Closing it stops an embedded server that nobody else uses.
 * @throws {DatabaseUnusable}
 */
export async function connectDatabase(
  config: Config,
  options: ConnectOptions,
): Promise<ConnectedDatabase> {
  const { role, log, launched } = options
  const applicationName = applicationNameOf(role)
  if (config.DATABASE_URL !== null) {
    const url = config.DATABASE_URL
    launched?.()
    const observer = await options.observer?.()
    const { version, settings, limits } = await usableServer(config, url, options)
    // A command works for as long as it takes.
    const serverSettings = role === 'service' ? { ...settings, ...limits } : settings
    const pool = { applicationName, serverSettings, ...(observer && { observer }) }
    const database = openPool(config, url, pool)
    const { SERVICE_ROLE } = config
    return connected(database, { kind: 'external', version, serviceRole: SERVICE_ROLE })
  }
  const server = await openEmbeddedServer({
    dataDir: config.DATA_DIR,
    role,
    log,
    launched,
    // Room for the pool, the leases and the commands that run at the same time.
    settings: { max_connections: `${Math.max(100, config.DATABASE_POOL_SIZE + 51)}` },
  })
  launched?.()
  const observer = await options.observer?.()
  const database = openPool(config, loginOf(server), {
    applicationName,
    ...(role === 'service' && { serverSettings: transactionTimeout(config) }),
    ...(observer && { observer }),
  })
  return connected(database, {
    kind: 'embedded',
    version: server.version,
    serviceRole,
    ...(role === 'service' && { migrate: () => migrateAsOwner(config, server) }),
    close: async () => {
      await database.close()
      await server.release()
    },
  })
}

/** A service works as the role of requests, a command as the owner. */
function loginOf({ connection, database, servicePassword, ...owner }: EmbeddedServer) {
  const { username, password } =
    servicePassword === null ? owner : { username: serviceRole, password: servicePassword }
  return { ...connection, username, password, database }
}

/** Grants each time: an earlier version's data folder has the tables, and no role of requests. */
async function migrateAsOwner(config: Config, server: EmbeddedServer): Promise<MigrationResult> {
  const login = loginOf({ ...server, servicePassword: null })
  const owner = openPool(config, login, { applicationName: applicationNameOf('command') })
  try {
    return await migrate(owner.sql, { serviceRole, grantAnyway: true })
  } finally {
    await owner.close()
  }
}

/**
 * Known to PostgreSQL 17 and later; before, each statement is bounded, and the time between two.
 */
function transactionTimeout({ DATABASE_TRANSACTION_TIMEOUT_MS }: Config) {
  return { transaction_timeout: `${DATABASE_TRANSACTION_TIMEOUT_MS}` }
}

function applicationNameOf(role: ConnectOptions['role']): string {
  return `vault-inventory ${role}`
}

/** A pool with the limits that the settings say. */
export function openPool(
  config: Config,
  connection: DatabaseOptions['connection'],
  options: Pick<DatabaseOptions, 'applicationName' | 'observer' | 'serverSettings'>,
): Database {
  return openDatabase({
    connection,
    poolSize: config.DATABASE_POOL_SIZE,
    queueMax: config.DATABASE_QUEUE_MAX,
    queueTimeoutMs: config.DATABASE_QUEUE_TIMEOUT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
    transactionTimeoutMs: config.DATABASE_TRANSACTION_TIMEOUT_MS,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    batching: {
      sizeMax: config.STATEMENT_BATCH_SIZE_MAX,
      inFlightMax: config.STATEMENT_BATCHES_IN_FLIGHT_MAX,
    },
    ...options,
  })
}

function connected(
  database: Database,
  more: Pick<ConnectedDatabase, 'kind' | 'version' | 'serviceRole'> &
    Partial<Pick<ConnectedDatabase, 'close' | 'migrate'>>,
): ConnectedDatabase {
  const { kind, version, serviceRole } = more
  return {
    // Asked for each time: a spread would copy what they are now.
    get sql() {
      return database.sql
    },
    get pending() {
      return database.pending
    },
    run: database.run,
    read: database.read,
    page: database.page,
    change: database.change,
    share: database.share,
    ping: database.ping,
    close: more.close ?? database.close,
    migrate: more.migrate ?? ((options) => migrate(database.sql, { ...options, serviceRole })),
    kind,
    version,
    serviceRole,
  }
}

const KNOW_ADDRESS = 'check the address, its password and that the server runs'
const KNOW_SERVER =
  'check that sslrootcert holds the authority that signed its certificate, and that the address ' +
  'names the server as the certificate does'

interface UsableServer {
  readonly version: string
  /** Of every connection, where this server needs others than a single one does. */
  readonly settings: Readonly<Record<string, string>>
  /** What it ends by itself, beyond what every server does, once nobody waits for it any more. */
  readonly limits: Readonly<Record<string, string>>
}

interface ServerFacts {
  readonly num: number
  readonly version: string
  readonly isWindows: boolean
  readonly hasCitus: boolean
}

/** Asks the server what it is, on a connection that is closed then. @throws {DatabaseUnusable} */
async function usableServer(
  config: Config,
  url: string,
  { role, withinMs = config.DATABASE_CONNECT_TIMEOUT_MS }: ConnectOptions,
): Promise<UsableServer> {
  const limits = { ...config, DATABASE_CONNECT_TIMEOUT_MS: withinMs }
  const database = openPool(limits, url, { applicationName: applicationNameOf(role) })
  try {
    const asked = database.sql<ServerFacts[]>`
      select current_setting('server_version_num')::integer as num,
        current_setting('server_version') as version,
        version() ~* 'visual c|mingw' as is_windows,
        exists (select from pg_extension where extname = 'citus') as has_citus`
    // Where something accepts connections and ends them, the driver would ask for ever.
    const [row] = await within(asked, withinMs)
    if (row === undefined || row.num < OLDEST_VERSION_NUM) {
      throw new DatabaseUnusable(
        `DATABASE_URL leads to PostgreSQL ${row?.version}; this service needs 15 or later.`,
      )
    }
    return {
      version: row.version.split(' ', 1)[0] as string,
      settings: row.hasCitus ? DISTRIBUTED_SETTINGS : {},
      limits: {
        // Not known to servers on Windows, which let nobody in who asks for it.
        ...(!row.isWindows && { client_connection_check_interval: '1s' }),
        ...(row.num >= 170_000 && transactionTimeout(config)),
      },
    }
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error
    // Node proposes an option of its own, which is not ours.
    const why = (error as Error).message.replace(/; if the root CA .*/, '')
    throw new DatabaseUnusable(
      `The PostgreSQL of DATABASE_URL cannot be used (${codeOf(error) ?? 'error'}: ${why}): ` +
        `${isUntrusted(error) ? KNOW_SERVER : KNOW_ADDRESS}.`,
      { cause: error },
    )
  } finally {
    await database.close()
  }
}
