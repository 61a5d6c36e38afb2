import type { Sql } from 'postgres'
import { inTransaction } from './transaction.ts'

/**
 * Lets the planner know at once what a table has grown to. It is for whoever added much, after the
 * commit; where it fails, PostgreSQL does the same by itself, a minute or so later.
 */
export async function analyzeTable(sql: Sql, table: string): Promise<void> {
  try {
    await inTransaction(sql, async (tx) => {
      // The pool's limit is for requests; a large table takes longer on a slow disk.
      await tx`set local statement_timeout = 0`
      await tx`analyze ${tx(table)}`
    })
  } catch {
    // What was added is committed: the caller must not hear that it failed.
  }
}
