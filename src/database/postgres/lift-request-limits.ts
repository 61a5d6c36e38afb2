import type { TransactionSql } from 'postgres'

/**
 * Takes the limits that the pool sets for requests off a transaction: a command that goes through
 * all records has as long as it needs, and memory to sort and hash a million ids in, which on the
 * default 4 MB is done on disk.
 */
export async function liftRequestLimits(tx: TransactionSql): Promise<void> {
  await tx`set local statement_timeout = 0`
  await tx`set local lock_timeout = 0`
  await tx`set local idle_in_transaction_session_timeout = 0`
  await tx`set local work_mem = '64MB'`
  await tx`set local enable_seqscan = on`
  // One that nobody waits for any more does not go on to its end. Windows cannot tell.
  await tx`
    select set_config('client_connection_check_interval', '1s', true)
    where version() !~* 'visual c|mingw'`
  // Of PostgreSQL 17 or later.
  await tx`
    select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`
}
