import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import {
  type Database,
  type DatabaseObserver,
  type DatabaseOptions,
  openDatabase,
} from './database.ts'
import { openEmbeddedServer } from './embedded/embedded-server.ts'
import { codeOf } from './failures.ts'

const OLDEST_VERSION_NUM = 150_000

/** The database cannot be used; the message is one sentence that says what to do. */
export class DatabaseUnusable extends Error {}

export interface ConnectOptions {
  /** A service holds an embedded data directory alone among services; commands share it. */
  readonly role: 'service' | 'command'
  readonly log: Logger
  readonly observer?: DatabaseObserver
}

export interface ConnectedDatabase extends Database {
  readonly kind: 'embedded' | 'external'
  /** PostgreSQL's version, such as `18.4`. */
  readonly version: string
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
  const { role, log, observer } = options
  const use = { applicationName: `vault-inventory ${role}`, ...(observer && { observer }) }
  if (config.DATABASE_URL !== null) {
    const database = openPool(config, config.DATABASE_URL, use)
    return connected(database, { kind: 'external', version: await usableVersion(database) })
  }
  const server = await openEmbeddedServer({
    dataDir: config.DATA_DIR,
    role,
    log,
    // Room for this pool, the leases and the commands beside it.
    settings: { max_connections: String(Math.max(100, config.DATABASE_POOL_SIZE + 50)) },
  })
  const { connection, username, password, database: name } = server
  const database = openPool(config, { ...connection, username, password, database: name }, use)
  return connected(database, {
    kind: 'embedded',
    version: server.version,
    close: async () => {
      await database.close()
      await server.release()
    },
  })
}

/** A pool with the limits that the settings say. */
export function openPool(
  config: Config,
  connection: DatabaseOptions['connection'],
  options: Pick<DatabaseOptions, 'applicationName' | 'observer'>,
): Database {
  return openDatabase({
    connection,
    poolSize: config.DATABASE_POOL_SIZE,
    queueMax: config.DATABASE_QUEUE_MAX,
    queueTimeoutMs: config.DATABASE_QUEUE_TIMEOUT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    gathering: {
      sizeMax: config.GATHERING_SIZE_MAX,
      inFlightMax: config.GATHERINGS_IN_FLIGHT_MAX,
      acrossOrganizations: config.GATHERING_ACROSS_ORGANIZATIONS,
    },
    ...options,
  })
}

function connected(
  database: Database,
  more: Pick<ConnectedDatabase, 'kind' | 'version'> & Partial<Pick<Database, 'close'>>,
): ConnectedDatabase {
  return {
    // Asked for each time: a spread would copy what they are now.
    get sql() {
      return database.sql
    },
    get pending() {
      return database.pending
    },
    decide: database.decide,
    gather: database.gather,
    ping: database.ping,
    close: more.close ?? database.close,
    kind: more.kind,
    version: more.version,
  }
}

async function usableVersion(database: Database): Promise<string> {
  try {
    const [row] = await database.sql<{ num: number; version: string }[]>`
      select current_setting('server_version_num')::integer as num,
        current_setting('server_version') as version`
    if (row === undefined || row.num < OLDEST_VERSION_NUM) {
      throw new DatabaseUnusable(
        `DATABASE_URL leads to PostgreSQL ${row?.version}; this service needs 15 or later.`,
      )
    }
    return row.version.split(' ', 1)[0] as string
  } catch (error) {
    await database.close()
    if (error instanceof DatabaseUnusable) throw error
    throw new DatabaseUnusable(
      `The PostgreSQL of DATABASE_URL cannot be used (${codeOf(error) ?? 'error'}: ` +
        `${(error as Error).message}): check the address, its password and that the server runs.`,
      { cause: error },
    )
  }
}
