import type { Logger } from 'pino'
import type { Sql } from 'postgres'
import type { Config } from '../config/config.ts'
import { type EmbeddedServer, openEmbeddedServer } from '../embedded-postgres/embedded-server.ts'
import { serviceRole } from '../embedded-postgres/server-connection.ts'
import { openCluster } from './cluster-database.ts'
import { type Database, openDatabase } from './database.ts'
import type { DatabaseObserver } from './database-options.ts'
import { type MigrateOptions, type MigrationResult, migrate, pendingNames } from './migrations.ts'
import { connectionOf } from './node-address.ts'
import { DISTRIBUTED_SETTINGS, nodeFacts } from './postgres/distribution.ts'
import { lacksTls } from './postgres/offers-tls.ts'
import { straySetting } from './postgres/pinned-settings.ts'
import { codeOf, isUntrusted } from './postgres/postgres-errors.ts'
import { within } from './replaceable-pool.ts'

const OLDEST_VERSION_NUM = 150_000

/** The database cannot be used; the message is one sentence that says what to do. */
export class DatabaseUnusable extends Error {}

export interface ConnectOptions {
  /** Only one service uses an embedded data directory; commands share it. */
  readonly role: 'service' | 'command'
  readonly log: Logger
  /** Time for the first response of PostgreSQL; by default as long as its connections may take. */
  readonly withinMs?: number
  /** Called when the database is there: the observer may be made while PostgreSQL starts. */
  readonly observer?: () => PromiseLike<DatabaseObserver | undefined>
  /** Called once only PostgreSQL is waited for. */
  readonly launched?: () => void
}

export interface ConnectedDatabase extends Database {
  readonly kind: 'embedded' | 'external'
  /** PostgreSQL's version, such as `18.4`. */
  readonly version: string
  /** The role that requests run as, where it is not the owner of the tables. */
  readonly serviceRole: string | null
  /** Brings the schema up to date; the embedded server's as its owner, not as the role of `sql`. */
  migrate(options?: Pick<MigrateOptions, 'grantAnyway'>): Promise<MigrationResult>
}

/**
 * Connects to the PostgreSQL of `DATABASE_URL`, or to the service's own under `DATA_DIR`, which it
 * starts where it does not run. Closing it stops an embedded server that nobody else uses.
 * @throws {DatabaseUnusable}
 */
export async function connectDatabase(
  config: Config,
  options: ConnectOptions,
): Promise<ConnectedDatabase> {
  const { DATABASE_URL: url } = config
  return url === null
    ? await connectEmbedded(config, options)
    : await connectExternal(config, url, options)
}

async function connectExternal(
  config: Config,
  url: string,
  options: ConnectOptions,
): Promise<ConnectedDatabase> {
  options.launched?.()
  const observer = await options.observer?.()
  const { version, serverSettings, node } = await usableServer(config, url, options)
  const applicationName = applicationNameOf(options.role)
  const { SERVICE_ROLE: serviceRole } = config
  const opening = { applicationName, serverSettings, observer }
  const coordinator = node?.coordinator
  const openCoordinator = () => {
    const address = coordinator && connectionOf(coordinator, url, config.DATABASE_NODES)
    const settings = { ...(node && DISTRIBUTED_SETTINGS), ...serverSettings }
    return openDatabase(config, address ?? url, { ...opening, serverSettings: settings })
  }
  const isCluster = options.role === 'service' && node?.isServing === true
  // Commands change the catalogue, or read all nodes; the coordinator does both.
  const database = isCluster
    ? await openCluster(config, url, { ...opening, groupId: node.groupId })
    : openCoordinator()
  return Object.assign(database, {
    kind: 'external' as const,
    version,
    serviceRole,
    migrate: async (more?: Pick<MigrateOptions, 'grantAnyway'>) => {
      const settings = { ...more, serviceRole }
      const isHere = !isCluster || (await pendingNames(database.sql)).pending.length === 0
      if (isHere) return await migrate(database.sql, settings)
      const owner = openCoordinator()
      return await migrate(owner.sql, settings).finally(() => owner.close())
    },
  })
}

async function connectEmbedded(
  config: Config,
  { role, log, launched, observer: makeObserver }: ConnectOptions,
): Promise<ConnectedDatabase> {
  const server = await openEmbeddedServer({
    dataDir: config.DATA_DIR,
    role,
    log,
    launched,
    // Enough for the pool, the idle connections and the commands that run at the same time.
    settings: { max_connections: `${Math.max(100, config.DATABASE_POOL_SIZE + 51)}` },
  })
  launched?.()
  const observer = await makeObserver?.()
  const database = openDatabase(config, loginOf(server), {
    applicationName: applicationNameOf(role),
    ...(role === 'service' && { serverSettings: transactionTimeout(config) }),
    observer,
  })
  const { close } = database
  return Object.assign(database, {
    kind: 'embedded' as const,
    version: server.version,
    serviceRole,
    migrate: (more?: Pick<MigrateOptions, 'grantAnyway'>) =>
      role === 'service'
        ? migrateAsOwner(config, server)
        : migrate(database.sql, { ...more, serviceRole }),
    close: async () => {
      await close()
      await server.release()
    },
  })
}

/** A service logs in as the role of requests, a command as the owner. */
function loginOf({ connection, database, servicePassword, ...owner }: EmbeddedServer) {
  const { username, password } =
    servicePassword === null ? owner : { username: serviceRole, password: servicePassword }
  return { ...connection, username, password, database }
}

/** Always grants: the role of requests may be newer than the tables, as after a restore by hand. */
async function migrateAsOwner(config: Config, server: EmbeddedServer): Promise<MigrationResult> {
  const login = loginOf({ ...server, servicePassword: null })
  const owner = openDatabase(config, login, { applicationName: applicationNameOf('command') })
  try {
    return await migrate(owner.sql, { serviceRole, grantAnyway: true })
  } finally {
    await owner.close()
  }
}

/** PostgreSQL 17 and later has it; before, each statement is bounded, and the time between two. */
function transactionTimeout({ DATABASE_TRANSACTION_TIMEOUT_MS }: Config) {
  return { transaction_timeout: `${DATABASE_TRANSACTION_TIMEOUT_MS}` }
}

function applicationNameOf(role: ConnectOptions['role']): string {
  return `vault-inventory ${role}`
}

const KNOW_ADDRESS = 'check the address, its password and that the server runs'
const KNOW_SERVER =
  'check that sslrootcert holds the authority that signed its certificate, and that the address ' +
  'names the server as the certificate does'

/** @throws {DatabaseUnusable} where a setting that responses depend on is not what we send */
async function refuseStray(sql: Sql): Promise<void> {
  const stray = await straySetting(sql)
  if (stray === undefined) return
  const { name, value, wanted, remedy } = stray
  throw new DatabaseUnusable(
    `Connections of DATABASE_URL have ${name} = ${value}, and this service needs ${wanted}: run ` +
      `"${remedy}", and RECONNECT in PgBouncer if it is in between.`,
  )
}

const POOLER =
  'add it to ignore_startup_parameters of PgBouncer; docs/OPERATIONS.md has the whole list'
const NOT_DISTRIBUTED =
  'DATABASE_URL leads to a node of a Citus cluster whose vault is not distributed for this version: ' +
  'run vault-inventory distribute as the owner of the database.'
const NO_TLS =
  'The PostgreSQL of DATABASE_URL offers no TLS, and the address asks for it (sslmode): switch TLS ' +
  'on in the server (ssl = on), or remove sslmode where the network is trusted.'

/** The server's version and the settings that it takes. @throws {DatabaseUnusable} */
async function usableServer(
  config: Config,
  url: string,
  { role, withinMs = config.DATABASE_CONNECT_TIMEOUT_MS }: ConnectOptions,
) {
  const limits = { ...config, DATABASE_CONNECT_TIMEOUT_MS: withinMs }
  const database = openDatabase(limits, url, { applicationName: applicationNameOf(role) })
  try {
    const rows = database.sql<
      { num: number; version: string; isWindows: boolean; hasCitus: boolean }[]
    >`
      select current_setting('server_version_num')::integer as num,
        current_setting('server_version') as version,
        version() ~* 'visual c|mingw' as is_windows,
        exists (select from pg_extension where extname = 'citus') as has_citus`
    // If something accepts connections and ends them, the driver would try forever.
    const [row] = await within(rows, withinMs)
    if (row === undefined || row.num < OLDEST_VERSION_NUM) {
      throw new DatabaseUnusable(
        `DATABASE_URL leads to PostgreSQL ${row?.version}; this service needs 15 or later.`,
      )
    }
    await refuseStray(database.sql)
    const node = row.hasCitus ? await nodeFacts(database.sql) : undefined
    if (role === 'service' && node?.isServing === false && node.groupId !== 0) {
      throw new DatabaseUnusable(NOT_DISTRIBUTED)
    }
    // A command takes as long as it needs.
    const isLimited = role === 'service'
    return {
      version: row.version.split(' ', 1)[0] as string,
      node,
      serverSettings: {
        // A server on Windows refuses every connection that sets it.
        ...(isLimited && !row.isWindows && { client_connection_check_interval: '300ms' }),
        ...(isLimited && row.num >= 170_000 && transactionTimeout(config)),
      },
    }
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error
    throw await explained(error, database.sql, withinMs)
  } finally {
    await database.close()
  }
}

/** Without a cause where waiting does not help. */
async function explained(error: unknown, sql: Sql, withinMs: number): Promise<DatabaseUnusable> {
  // Node proposes an option of its own command line.
  const why = (error as Error).message.replace(/; if the root CA .*/, '')
  const reason = `The PostgreSQL of DATABASE_URL cannot be used (${codeOf(error) ?? 'error'}: ${why})`
  if (/^unsupported startup parameter/.test(why))
    return new DatabaseUnusable(`${reason}: ${POOLER}.`)
  if (/before secure TLS connection/.test(why) && (await lacksTls(sql, withinMs))) {
    return new DatabaseUnusable(NO_TLS)
  }
  const remedy = isUntrusted(error) ? KNOW_SERVER : KNOW_ADDRESS
  return new DatabaseUnusable(`${reason}: ${remedy}.`, { cause: error })
}
