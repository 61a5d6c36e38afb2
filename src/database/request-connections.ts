import postgres, { type Sql } from 'postgres'
import { readDatabaseUrl } from '../config/database-url.ts'
import type { DatabaseOptions } from './database-options.ts'
import { TEXT_ARRAY } from './postgres/text-array.ts'

/**
 * Opens the driver's pools, with everything that statements of requests rest on. What the address
 * names is read now: a pool that takes the place of another one needs no file any more.
 * @throws {Error} what `readDatabaseUrl` throws
 */
export function requestConnections(options: DatabaseOptions): (max: number) => Sql {
  const { connection } = options
  const settings = {
    connect_timeout: options.connectTimeoutMs / 1000,
    // The driver's own pause between attempts grows to 20 s; a database that is back is used within
    // half a second.
    backoff: (attempts: number) => Math.min(0.05 * 2 ** attempts, 0.5),
    transform: postgres.camel,
    fetch_types: false,
    types: { textArray: TEXT_ARRAY },
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
      lock_timeout: options.lockTimeoutMs,
      idle_in_transaction_session_timeout: options.statementTimeoutMs,
      // Of connections by TCP whose other end is gone, the server hears after two minutes.
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 10,
      TimeZone: 'UTC',
      // Planned once per connection: else a statement of arrays, cheaper by its estimate for the
      // one request that comes alone, would be planned each time, which takes longer than to run.
      plan_cache_mode: 'force_generic_plan',
      // A table vacuumed while it was empty counts as empty until it is analyzed: foreign key
      // checks and statements would read all of it, longer with each row that is added.
      enable_seqscan: 'off',
      // Before PostgreSQL 18 a scan that cannot be avoided seems so costly that it is compiled.
      jit: 'off',
      // What a lock shows to the statement after it is what our writes rest on.
      default_transaction_isolation: 'read committed' as const,
      // Last: a distributed database needs other plans.
      ...options.serverSettings,
    },
  }
  if (typeof connection !== 'string') {
    return (max) => postgres({ ...settings, ...connection, max })
  }
  const { url, ...address } = readDatabaseUrl(connection) ?? { url: connection }
  return (max) => postgres(url, { ...settings, ...address, max })
}
