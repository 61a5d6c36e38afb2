import postgres from 'postgres'
import { serviceRole, superuser } from './create-cluster.ts'

/**
 * One idle connection per opener. It shows everyone who may stop the server that somebody still
 * needs it. It closes the moment the server or the opener dies.
 */
export interface Lease {
  version: string
  /** Resolves when the connection is gone, for whatever reason. */
  closed: Promise<void>
  /** Sets the only password that the role of requests can log in with. */
  setServicePassword(password: string): Promise<void>
  /** Also true when unknown: one server too many is better than one stopped under its users. */
  othersRemain(): Promise<boolean>
  /** Resolves when the server, too, has forgotten the connection. */
  close(): Promise<void>
}

export const applicationDatabase = 'vault_inventory'
const LEASE_PREFIX = 'vault-inventory lease'

/**
 * Connects, and creates the application's database and the role of its requests when they are
 * missing: an earlier version may have made the cluster.
 * @throws the driver's error
 */
export async function openLease(options: {
  path: string
  password: string
  role: 'service' | 'command'
}): Promise<Lease> {
  const { promise: closed, resolve: noticeClosed } = Promise.withResolvers<void>()
  let isBroken = false
  const sql = postgres({
    path: options.path,
    username: superuser,
    password: options.password,
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
    onclose() {
      isBroken = true
      noticeClosed()
    },
    connection: { application_name: `${LEASE_PREFIX} ${options.role} ${process.pid}` },
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
      async setServicePassword(password) {
        await sql.unsafe(`
          alter role ${serviceRole} login password '${password}';
          revoke temporary on database ${applicationDatabase} from public`)
      },
      async othersRemain() {
        try {
          const others = await sql`
            select from pg_stat_activity
            where application_name like ${`${LEASE_PREFIX} %`} and pid <> pg_backend_pid()`
          return others.length > 0
        } catch {
          isBroken = true
          return true
        }
      },
      // The driver waits until the server hangs up, which a backend does last: the next process
      // that counts leases does not count this one. After a broken query that wait is in vain.
      close: () => sql.end({ timeout: isBroken ? 0 : 5 }),
    }
  } catch (error) {
    await sql.end({ timeout: 0 })
    throw error
  }
}
