import type { Config } from '../../runtime/config/config.ts'
import { entryAt, unservable } from '../cluster/cluster.ts'
import { within } from '../postgres/connection-pool.ts'
import { hasNoTls, requestConnections } from '../postgres/open-address.ts'
import { straySettings } from '../postgres/pinned-settings.ts'
import { codeOf, DatabaseUnusable, isUntrusted, READ_ONLY } from '../postgres/postgres-errors.ts'
import type { Sql } from '../postgres/sql.ts'

interface UsableServerOptions {
  /** Only one service uses an embedded data directory; commands share it. */
  readonly role: 'service' | 'command'
  /** Time for the first response of PostgreSQL; by default as long as its connections may take. */
  readonly withinMs?: number
  /** Whether what would keep a service from its work is refused; by default for a service. */
  readonly isForService?: boolean
}

const OLDEST_VERSION_NUM = 150_000

const KNOW_ADDRESS =
  'check the address, its password and that the server runs, of several hosts a primary'
const KNOW_SERVER =
  'check that sslrootcert holds the authority that signed its certificate, and that the address ' +
  'names the server as the certificate does'
const POOLER =
  'add it to ignore_startup_parameters of PgBouncer; docs/OPERATING.md has the whole list'
const NO_TLS =
  'The PostgreSQL of DATABASE_URL offers no TLS, and the address asks for it (sslmode): switch TLS ' +
  'on in the server (ssl = on), or remove sslmode where the network is trusted.'
const STANDBY =
  'The PostgreSQL of DATABASE_URL is a standby, which makes no changes: promote it, or let ' +
  'DATABASE_URL lead to the primary (docs/OPERATING.md, Failover).'
const FORGETS_PREPARED =
  'Connections of DATABASE_URL lose their prepared statements: in transaction mode, PgBouncer must ' +
  'be 1.21 or later with max_prepared_statements above 0. One of 1.20 works in session mode.'

/** The server's version and the settings that it takes. @throws {DatabaseUnusable} */
export async function usableServer(config: Config, url: string, options: UsableServerOptions) {
  const { role, withinMs = config.DATABASE_CONNECT_TIMEOUT_MS } = options
  const { isForService = role === 'service' } = options
  const limits = { ...config, DATABASE_CONNECT_TIMEOUT_MS: withinMs }
  const open = requestConnections(limits, url, { applicationName: applicationNameOf(role) })
  const [sql, second] = [open({ max: 1 }), open({ max: 1 })]
  try {
    // A server may accept connections, and respond no more.
    const [row] = await within(serverFacts(sql), withinMs)
    if (row === undefined || row.num < OLDEST_VERSION_NUM) {
      throw new DatabaseUnusable(
        `DATABASE_URL leads to PostgreSQL ${row?.version}; this service needs 15 or later.`,
      )
    }
    refuseStray(await straySettings(sql, isForService))
    const entry = await entryAt(sql)
    if (isForService) {
      const why = entry && unservable(entry)
      if (why !== undefined) throw new DatabaseUnusable(why)
      // It may be promoted: a start waits for that.
      if (row.isStandby) throw new DatabaseUnusable(STANDBY, { cause: { code: READ_ONLY } })
      if (!(await keepsPrepared(sql, second))) throw new DatabaseUnusable(FORGETS_PREPARED)
    }
    // A command takes as long as it needs.
    const isLimited = role === 'service'
    return {
      version: row.version.split(' ', 1)[0] as string,
      entry,
      serverSettings: {
        // A server on Windows refuses every connection that sets it.
        ...(isLimited && !row.isWindows && { client_connection_check_interval: '300ms' }),
        ...(isLimited && row.num >= 170_000 && transactionTimeout(config)),
      },
    }
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error
    throw explained(error)
  } finally {
    await Promise.all([sql, second].map((each) => each.end(0)))
  }
}

export function applicationNameOf(role: UsableServerOptions['role']): string {
  return `vault-inventory ${role}`
}

function serverFacts(sql: Sql) {
  return sql.query<{ num: number; version: string; isWindows: boolean; isStandby: boolean }[]>(`
    select current_setting('server_version_num')::integer as num,
      current_setting('server_version') as version,
      version() ~* 'visual c|mingw' as is_windows,
      pg_is_in_recovery() as is_standby`)
}

/** PostgreSQL 17 and later has it; before, each statement is bounded, and the time between two. */
export function transactionTimeout({ DATABASE_TRANSACTION_TIMEOUT_MS }: Config) {
  return { transaction_timeout: `${DATABASE_TRANSACTION_TIMEOUT_MS}` }
}

/** @throws {DatabaseUnusable} where settings that responses depend on are not what we send */
function refuseStray(stray: Awaited<ReturnType<typeof straySettings>>): void {
  if (stray.length === 0) return
  const found = stray.map(({ name, value }) => `${name} = ${value}`).join(', ')
  throw new DatabaseUnusable(
    `Connections of DATABASE_URL have ${found}, and this service needs ` +
      `${stray.map(({ wanted }) => wanted).join(', ')}: run ` +
      `"${stray.map(({ remedy }) => remedy).join('; ')}", and RECONNECT in PgBouncer if it is in between.`,
  )
}

/** Without a cause where waiting does not help. */
function explained(error: unknown): DatabaseUnusable {
  // Node proposes an option of its own command line.
  const why = (error as Error).message.replace(/; if the root CA .*/, '')
  const reason = `The PostgreSQL of DATABASE_URL cannot be used (${codeOf(error) ?? 'error'}: ${why})`
  if (/^unsupported (options )?startup parameter/.test(why))
    return new DatabaseUnusable(`${reason}: ${POOLER}.`)
  if (hasNoTls(error)) return new DatabaseUnusable(NO_TLS)
  const remedy = isUntrusted(error) ? KNOW_SERVER : KNOW_ADDRESS
  return new DatabaseUnusable(`${reason}: ${remedy}.`, { cause: error })
}

/** A pooler with one connection to the server lets one of two clients wait: it can lose nothing. */
const POOLER_WAIT_MS = 1_000

/**
 * Whether connections keep what they prepared. A pooler that gives each transaction any connection
 * to the server has to prepare it there, too. The second client takes the connection used last, so
 * that the first gets another one. In a transaction, because outside of one what is
 * unknown is prepared again. Close both pools, each of one connection, afterwards.
 */
async function keepsPrepared(first: Sql, second: Sql): Promise<boolean> {
  const exchange = async () => {
    const [one, other] = [await first.reserve(), await second.reserve()]
    await one.query('select 1', [])
    await other.query('begin')
    await one.query('begin')
    await one.query('select 1', [])
  }
  return await within(exchange(), POOLER_WAIT_MS).then(
    () => true,
    (error: unknown) => {
      const code = codeOf(error)
      // The statement is unknown, or a client waits for the other.
      if (code === '26000' || code === 'ETIMEDOUT') return code === 'ETIMEDOUT'
      throw error
    },
  )
}
