import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Config } from '../../runtime/config/config.ts'
import { readDatabaseUrl } from '../../runtime/config/database-url.ts'
import { Connection } from './connection.ts'
import { ConnectionPool, within } from './connection-pool.ts'
import { PINNED_SETTINGS, withoutPinned } from './pinned-settings.ts'
import { connectionLost } from './postgres-errors.ts'
import { type Sql, sqlOf, type Topology } from './sql.ts'

export interface ConnectionAddress {
  readonly path?: string
  readonly host?: string
  readonly port?: number
  readonly username: string
  readonly password: string
  readonly database: string
}

type Place = Pick<ClientConfig, 'host' | 'port' | 'ssl'> & {
  /** Whether it is the place before it without TLS, for a server that has none. */
  readonly isWithoutTls?: boolean
}

/** Places of connections, and the settings that their address has for each. */
interface Address {
  readonly login: Pick<ClientConfig, 'user' | 'password' | 'database'>
  /** In the order in which they are tried, until one is a primary. */
  readonly places: readonly Place[]
  readonly settings: Readonly<Record<string, string>>
}

/** @throws {Error} what `readDatabaseUrl` throws */
export function addressOf(connection: string | ConnectionAddress): Address {
  if (typeof connection !== 'string') {
    const { username: user, password, database, path, host, port } = connection
    const place = path === undefined ? { host, port } : socketOf(path)
    return { login: { user, password, database }, places: [{ ...place, ssl: false }], settings: {} }
  }
  const { url: text, ...read } = readDatabaseUrl(connection) ?? { url: connection }
  const url = new URL(withoutPinned(text))
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)]
    .map(decodeURIComponent)
    .map((part) => part || undefined)
  const named = read.host?.map((host, index) => ({ host, port: read.port?.[index] }))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const alone = read.path ? socketOf(read.path) : { host, port: Number(url.port || 5432) }
  const { ssl = false } = read
  const tls: Pick<Place, 'ssl' | 'isWithoutTls'>[] =
    ssl === 'prefer'
      ? [UNCHECKED, { ssl: false, isWithoutTls: true }]
      : [ssl === 'require' ? UNCHECKED : { ssl }]
  const places = (named ?? [alone]).flatMap((place) => tls.map((each) => ({ ...place, ...each })))
  const settings = Object.fromEntries(url.searchParams)
  return { login: { user, password, database }, places, settings }
}

/** TLS without a check of the server. */
const UNCHECKED = { ssl: { rejectUnauthorized: false } }

/** @param path such as `/run/postgresql/.s.PGSQL.5432` */
function socketOf(path: string): Place {
  return { host: dirname(path), port: Number(/\d+$/.exec(path)?.[0]) }
}

/** Pause before hosts of which none is a primary are tried again. */
const AGAIN_MS = 100

/**
 * Connects to the first place that responds, of several hosts to the primary: while one is
 * promoted, until the time limit.
 * @throws {PostgresError}, or what `connectionLost` makes of the last place
 */
export async function openAddress(
  { login, places }: Address,
  config: Parameters<typeof Connection.open>[0] & { readonly connectionTimeoutMillis: number },
  isShared: boolean,
): Promise<Connection> {
  const hosts = new Set(places.map(({ host, port }) => `${host}:${port}`)).size
  const endsAt = performance.now() + config.connectionTimeoutMillis
  const connectionTimeoutMillis = config.connectionTimeoutMillis / hosts
  for (;;) {
    let failure: unknown
    for (const { isWithoutTls = false, ...place } of places) {
      if (isWithoutTls && !hasNoTls(failure)) continue
      try {
        const all = { ...config, ...login, ...place, connectionTimeoutMillis }
        const connection = await Connection.open(all, isShared)
        if (hosts === 1) return connection
        const asked = within(isPrimary(connection), connectionTimeoutMillis).catch(() => false)
        if (await asked) return connection
        void connection.end()
        failure = connectionLost('none of the hosts is a primary', 'CONNECT_TIMEOUT')
      } catch (error) {
        failure = error
      }
    }
    if (hosts === 1 || performance.now() + AGAIN_MS > endsAt) throw failure
    await delay(AGAIN_MS)
  }
}

/** Whether the server at an address has no TLS. */
export function hasNoTls(failure: unknown): boolean {
  return /does not support SSL/.test((failure as Error | undefined)?.message ?? '')
}

async function isPrimary(connection: Connection): Promise<boolean> {
  const [row] = await connection.send<{ isStandby: boolean }>(
    'select pg_is_in_recovery() as is_standby',
  )
  return row?.isStandby === false
}

/** Settings as the parameter `options` of a connection's start. */
export function startUpOptions(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      // An address may have settings in this form.
      if (name === 'options') return value
      return `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`
    })
    .join(' ')
}

interface ConnectionOptions {
  readonly applicationName: string
  /** Settings of each connection that not every server knows. */
  readonly serverSettings?: Readonly<Record<string, string>>
  /** Undefined for a single server. */
  readonly topology?: Topology | undefined
}

type LaneOptions = ConstructorParameters<typeof ConnectionPool>[1] & {
  readonly statementTimeoutMs?: number
}

/**
 * Opens pools with the settings that statements of requests rely on.
 * @throws {Error} what `readDatabaseUrl` throws
 */
export function requestConnections(
  config: Config,
  connection: string | ConnectionAddress,
  options: ConnectionOptions,
): (lane: LaneOptions) => Sql {
  const address = addressOf(connection)
  return ({ statementTimeoutMs = config.DATABASE_STATEMENT_TIMEOUT_MS, ...pool }) => {
    const settings = {
      statement_timeout: statementTimeoutMs,
      lock_timeout: config.DATABASE_LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: config.DATABASE_STATEMENT_TIMEOUT_MS,
      // The server notices after two minutes that the other end of a connection is gone.
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 10,
      ...PINNED_SETTINGS,
      // Planned once per connection. A statement of arrays seems cheaper for a lone request: it
      // would be planned each time, which takes longer than to run it.
      plan_cache_mode: 'force_generic_plan',
      // A table vacuumed while it was empty counts as empty until it is analyzed: foreign key
      // checks and statements would read all of it, longer with each row that is added.
      enable_seqscan: 'off',
      // Before PostgreSQL 18 a scan that cannot be avoided seems so costly that it is compiled.
      jit: 'off',
      // Last: several servers need other plans.
      ...options.serverSettings,
      ...address.settings,
    }
    const { application_name: named } = address.settings
    const client = {
      application_name: named ?? options.applicationName,
      connectionTimeoutMillis: config.DATABASE_CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 60_000,
      options: startUpOptions(settings),
      asOfOne: options.topology?.asOfOne,
    }
    const open = (isShared: boolean) => openAddress(address, client, isShared)
    return sqlOf(new ConnectionPool(open, pool), settings, options.topology)
  }
}
