import type { Logger } from 'pino'
import type { EmbeddedServer } from '../../embedded-postgres/embedded-server.ts'
import { serviceRole } from '../../embedded-postgres/server-connection.ts'
import type { Config } from '../../runtime/config/config.ts'
import { openCluster, openCoordinator } from '../cluster/cluster.ts'
import { type Database, openDatabase } from '../database.ts'
import { migrate, pendingNames } from '../migrations.ts'
import type { DatabaseOptions } from '../request-database.ts'
import { openOwnServer } from './own-server.ts'
import { applicationNameOf, transactionTimeout, usableServer } from './usable-server.ts'

type ConnectOptions = Parameters<typeof usableServer>[2] & {
  readonly log: Logger
  readonly observer?: DatabaseOptions['observer']
  /** The embedded server, if it starts already. */
  readonly ownServer?: Promise<EmbeddedServer> | undefined
}

export interface ConnectedDatabase extends Database {
  readonly kind: 'embedded' | 'external'
  /** PostgreSQL's version, such as `18.4`. */
  readonly version: string
  /** The role that requests run as, where it is not the owner of the tables. */
  readonly serviceRole: string | null
  /** Brings the schema up to date; the embedded server's as its owner, not as the role of `sql`. */
  migrate(options?: { readonly grantAnyway?: boolean }): ReturnType<typeof migrate>
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
  const { observer, role } = options
  const applicationName = applicationNameOf(role)
  const { version, serverSettings, entry } = await usableServer(config, url, options)
  const { SERVICE_ROLE: serviceRole } = config
  const opening = { applicationName, serverSettings, observer }
  // Commands, and migrations, are for the whole vault.
  const openWhole = () =>
    entry === undefined
      ? openDatabase(config, url, { ...opening, isWhole: true })
      : openCoordinator(config, url, { ...opening, entry })
  const isSpread = role === 'service' && entry?.isServing === true
  const database = isSpread ? await openCluster(config, url, { ...opening, entry }) : openWhole()
  return Object.assign(database, {
    kind: 'external' as const,
    version,
    serviceRole,
    migrate: async (more?: { readonly grantAnyway?: boolean }) => {
      const settings = { ...more, serviceRole }
      const isHere = !isSpread || (await pendingNames(database.sql)).pending.length === 0
      if (isHere) return await migrate(database.sql, settings)
      const owner = openWhole()
      return await migrate(owner.sql, settings).finally(() => owner.close())
    },
  })
}

async function connectEmbedded(
  config: Config,
  options: ConnectOptions,
): Promise<ConnectedDatabase> {
  const { role, observer, ownServer = openOwnServer(config, options) } = options
  const server = await ownServer
  const database = openDatabase(config, loginOf(server), {
    applicationName: applicationNameOf(role),
    ...(role === 'service' && { serverSettings: transactionTimeout(config) }),
    observer,
    isWhole: true,
  })
  const { close } = database
  return Object.assign(database, {
    kind: 'embedded' as const,
    version: server.version,
    serviceRole,
    migrate: (more?: { readonly grantAnyway?: boolean }) =>
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
async function migrateAsOwner(config: Config, server: EmbeddedServer): ReturnType<typeof migrate> {
  const login = loginOf({ ...server, servicePassword: null })
  const owner = openDatabase(config, login, { applicationName: applicationNameOf('command') })
  try {
    return await migrate(owner.sql, { serviceRole, grantAnyway: true })
  } finally {
    await owner.close()
  }
}
