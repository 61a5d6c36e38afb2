import type { Sql } from './sql.ts'

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
