import { mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Owns everything and migrates. */
export const superuser = 'vault_inventory'
/** Requests run as this role. */
export const serviceRole = 'vault_inventory_service'
export const applicationDatabase = 'vault_inventory'

/** One idle connection, which closes the moment the server dies. */
export interface ServerConnection {
  /** PostgreSQL's own number, such as '18.4'. */
  version: string
  /** Resolves when the connection is gone, for whatever reason. */
  closed: Promise<void>
  /** Sets the only password that the role of requests can log in with. */
  setServicePassword(password: string): Promise<void>
  close(): Promise<void>
}

/**
 * Connects, and creates the application's database and the role of its requests when they are
 * missing: the cluster is new, or the process that made it ended in between.
 * @throws what the driver throws
 */
export async function connectToServer(path: string, password: string): Promise<ServerConnection> {
  // Loaded while the server starts.
  const { Client } = await import('pg')
  const client = new Client({
    host: dirname(path),
    port: Number(/\d+$/.exec(path)?.[0]),
    ssl: false,
    // Else the driver takes both from the environment.
    sslnegotiation: 'postgres',
    options: '-c default_transaction_read_only=off',
    user: superuser,
    password,
    // A connection to the application's database would forbid using that as a template.
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
    application_name: `vault-inventory watch ${process.pid}`,
  })
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  client.on('end', resolve)
  client.on('error', () => undefined)
  const close = () => client.end()
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('server_version') as version,
        exists (select from pg_database where datname = $1) as has_database,
        exists (select from pg_roles where rolname = $2) as has_role`,
      [applicationDatabase, serviceRole],
    )
    const [{ version, has_database: hasDatabase, has_role: hasRole }] = rows
    if (!hasRole) await client.query(`create role ${serviceRole}`)
    if (!hasDatabase) await client.query(`create database ${applicationDatabase}`)
    return {
      version,
      closed,
      async setServicePassword(servicePassword) {
        await client.query(`
          alter role ${serviceRole} login password '${servicePassword}';
          revoke temporary on database ${applicationDatabase} from public`)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const SOCKET_NAME = '.s.PGSQL.5432'
// macOS has the shortest limit: 104 bytes with the closing zero. Linux has 108.
const SOCKET_PATH_BYTES_MAX = 103

/** Short names of clusters whose own are too long, for the life of this process. */
const shortNames = new Map<string, string>()

/** The socket of a cluster's server; the same each time. The cluster must exist. */
export function socketPath(cluster: string): string {
  const direct = join(cluster, SOCKET_NAME)
  if (Buffer.byteLength(direct) <= SOCKET_PATH_BYTES_MAX) return direct
  const shortName = shortNames.get(cluster) ?? makeShortName(cluster)
  shortNames.set(cluster, shortName)
  return join(shortName, SOCKET_NAME)
}

function makeShortName(cluster: string): string {
  // An open directory has one on Linux, which no cleaner of /tmp can remove.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(cluster, 'r')}`
  // /tmp and not os.tmpdir(), which may itself be long.
  const holder = mkdtempSync('/tmp/vault-inventory-')
  process.once('exit', () => rmSync(holder, { recursive: true, force: true }))
  const link = join(holder, 'socket')
  symlinkSync(cluster, link)
  return link
}
