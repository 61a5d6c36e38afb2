import postgres, { type Sql } from 'postgres'
import type { Config } from '../config/config.ts'
import { readDatabaseUrl } from '../config/database-url.ts'
import type { ConnectionAddress, DatabaseOptions } from './database-options.ts'
import { PINNED_SETTINGS, STRICT_TYPES, withoutPinned } from './postgres/pinned-settings.ts'
import { TEXT_ARRAY } from './postgres/text-array.ts'

/**
 * Opens the driver's pools, with the settings that statements of requests rely on. It reads the
 * files that the address names once: a pool that replaces another one needs them no more.
 * @throws {Error} what `readDatabaseUrl` throws
 */
export function requestConnections(
  config: Config,
  connection: string | ConnectionAddress,
  options: DatabaseOptions,
): (max: number, statementTimeoutMs?: number) => Sql {
  const settings = (max: number, statementTimeoutMs = config.DATABASE_STATEMENT_TIMEOUT_MS) => ({
    max,
    connect_timeout: config.DATABASE_CONNECT_TIMEOUT_MS / 1000,
    // The driver's own pause between attempts grows to 20 s; a database that is back is used within
    // half a second.
    backoff: (attempts: number) => Math.min(0.05 * 2 ** attempts, 0.3),
    // Names of columns alone: keys inside JSON are a client's own.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    fetch_types: false,
    types: { textArray: TEXT_ARRAY, ...STRICT_TYPES },
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName,
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
      // Last: a distributed database needs other plans.
      ...options.serverSettings,
    },
  })
  if (typeof connection !== 'string') {
    return (...limits) => postgres({ ...settings(...limits), ...connection })
  }
  const { url, ...address } = readDatabaseUrl(connection) ?? { url: connection }
  // The driver takes lists of hosts, which its types do not know.
  return (...limits) =>
    postgres(withoutPinned(url), { ...settings(...limits), ...(address as object) })
}
