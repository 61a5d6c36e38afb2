import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { type EmbeddedServer, openEmbeddedServer } from '../embedded-postgres/embedded-server.ts'
import { serviceRole } from '../embedded-postgres/server-connection.ts'
import { openCluster } from './cluster-database.ts'
import { type Database, openDatabase } from './database.ts'
import type { DatabaseObserver } from './database-options.ts'
import { type MigrateOptions, type MigrationResult, migrate, pendingNames } from './migrations.ts'
import { connectionOf } from './node-address.ts'
import { DISTRIBUTED_SETTINGS } from './postgres/distribution.ts'
import {
  applicationNameOf,
  transactionTimeout,
  type UsableServerOptions,
  usableServer,
} from './usable-server.ts'

export interface ConnectOptions extends UsableServerOptions {
  readonly log: Logger
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
  const applicationName = applicationNameOf(options.role)
  const { version, serverSettings, node } = await usableServer(config, url, options)
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
