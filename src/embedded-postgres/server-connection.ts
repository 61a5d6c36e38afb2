import postgres from 'postgres'

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
 * @throws the driver's error
 */
export async function connectToServer(path: string, password: string): Promise<ServerConnection> {
  const { promise: closed, resolve: onclose } = Promise.withResolvers<void>()
  const sql = postgres({
    path,
    username: superuser,
    password,
    // A connection to the application's database would forbid using that as a template.
    database: 'postgres',
    max: 1,
    idle_timeout: 0,
    // The driver's default hangs up after half an hour.
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    prepare: false,
    onnotice() {},
    onclose: () => onclose(),
    connection: { application_name: `vault-inventory watch ${process.pid}` },
  })
  const close = () => sql.end({ timeout: 0 })
  try {
    const [row] = await sql`
      select current_setting('server_version') as version,
        exists (select from pg_database where datname = ${applicationDatabase}) as has_database,
        exists (select from pg_roles where rolname = ${serviceRole}) as has_role`
    if (!row!.has_role) await sql`create role ${sql(serviceRole)}`
    if (!row!.has_database) await sql`create database ${sql(applicationDatabase)}`
    return {
      version: row!.version,
      closed,
      async setServicePassword(servicePassword) {
        await sql.unsafe(`
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
