import type { Sql } from 'postgres'
import { eventually } from './embedded-directory.ts'

/** Resolves as soon as a statement in this database waits for a lock; its process id. */
export async function whoWaitsForLock(sql: Sql): Promise<number> {
  const { pid } = await eventually(async () => {
    const [waiting] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return waiting
  }, 'a statement to wait for a lock')
  return pid
}
