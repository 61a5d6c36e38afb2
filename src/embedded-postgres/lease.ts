import postgres from 'postgres'
import { serviceRole, superuser } from './create-cluster.ts'

export type ServerAddress = { path: string } | { host: string; port: number }

/**
 * One idle connection per opener. It says, to everyone who may stop the server, that somebody
 * still needs it, and it closes the moment the server or the opener dies.
 */
export interface Lease {
  version: string
  /** Settles when the connection is gone, for whatever reason. */
  closed: Promise<void>
  /** Lets the role of requests in with this password, and with no other any more. */
  letServiceIn(password: string): Promise<void>
  /**
   * True also where it cannot be told: better a server too many than one pulled from under others.
   */
  othersRemain(): Promise<boolean>
  /** Resolves when the server, too, has forgotten the connection. */
  close(): Promise<void>
}

export const applicationDatabase = 'vault_inventory'

/**
 * Connects; rejects with the driver's error. The application's database and the role of its
 * requests are there afterwards, also where an earlier version made the cluster.
 */
export async function openLease(options: {
  address: ServerAddress
  password: string
  role: 'service' | 'command'
}): Promise<Lease> {
  const { promise: closed, resolve: noticeClosed } = Promise.withResolvers<void>()
  let isBroken = false
  const sql = postgres({
    ...options.address,
    username: superuser,
    password: options.password,
    // Not the application's database: a connection there would forbid using it as a template.
    database: 'postgres',
    max: 1,
    idle_timeout: 0,
    // The driver's default hangs up after half an hour.
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    prepare: false,
    onnotice() {},
    onclose() {
      isBroken = true
      noticeClosed()
    },
    connection: { application_name: `${leasePrefix} ${options.role} ${process.pid}` },
  })
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
      async letServiceIn(password) {
        await sql.unsafe(`
          alter role ${serviceRole} login password '${password}';
          revoke temporary on database ${applicationDatabase} from public`)
      },
      async othersRemain() {
        try {
          const others = await sql`
            select from pg_stat_activity
            where application_name like ${`${leasePrefix} %`} and pid <> pg_backend_pid()`
          return others.length > 0
        } catch {
          isBroken = true
          return true
        }
      },
      // The driver says goodbye and waits for the server to hang up, which a backend does last:
      // whoever asks next does not count this lease any more. After a broken query it would wait
      // for that goodbye in vain.
      close: () => sql.end({ timeout: isBroken ? 0 : 5 }),
    }
  } catch (error) {
    await sql.end({ timeout: 0 })
    throw error
  }
}

const leasePrefix = 'vault-inventory lease'
