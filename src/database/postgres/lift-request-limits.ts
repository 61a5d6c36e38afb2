import type { Sql, TransactionSql } from './sql.ts'

/**
 * Removes the limits that the pool sets for requests from a transaction. A command that reads all
 * records takes as long as it needs. It sorts and hashes a million ids in memory, which the default
 * of 4 MB would do on disk.
 * @param idle whether the transaction may also wait for its client as long as that takes
 */
export async function liftRequestLimits(
  tx: TransactionSql,
  idle: 'may_idle' | 'limited' = 'may_idle',
): Promise<void> {
  await tx.query('set local statement_timeout = 0')
  await tx.query('set local lock_timeout = 0')
  if (idle === 'may_idle') await tx.query('set local idle_in_transaction_session_timeout = 0')
  await tx.query(`set local work_mem = '64MB'`)
  await tx.query('set local enable_seqscan = on')
  // Ends the statement of a client that is gone. PostgreSQL on Windows cannot notice that.
  await tx.query(`
    select set_config('client_connection_check_interval', '1s', true)
    where version() !~* 'visual c|mingw'`)
  // PostgreSQL 17 or later.
  await tx.query(`
    select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`)
}

/**
 * Updates the planner's statistics of a table. Call it after the commit that added many rows;
 * where it fails, PostgreSQL's autovacuum does the same a minute or so later.
 */
export async function analyzeTable(sql: Sql, table: string): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      // The pool's limit is for requests; a large table takes longer on a slow disk.
      await tx.query('set local statement_timeout = 0')
      await tx.query(`analyze ${table}`)
    })
  } catch {
    // The rows are committed: the caller must not report a failure.
  }
}
