import type { LastRuns } from '../runtime/metrics/watch-runs.ts'
import type { Sql } from './postgres/sql.ts'
import type { RequestDatabase } from './request-database.ts'

/** A command that an operator waits for to run again and again, and its last run. */
export type CommandRun =
  | { readonly command: 'backup'; readonly at: Date; readonly violations: null }
  | { readonly command: 'verify'; readonly at: Date; readonly violations: number }

/** Notes a run over the whole vault, for `readRuns`. `at` is the moment that it saw. */
export async function noteRun(sql: Sql, { command, at, violations }: CommandRun): Promise<void> {
  await sql.query(
    `
    insert into command_runs (command, at, violations)
    values ($1, $2::timestamptz, $3::integer)
    on conflict (command) do update set at = excluded.at, violations = excluded.violations`,
    [command, at.toISOString(), violations],
  )
}

export async function readRuns(database: Pick<RequestDatabase, 'run'>): Promise<LastRuns> {
  const rows = await database.run(null, (sql) =>
    sql.query<{ command: string; seconds: number; violations: number | null }[]>(`
      select command, extract(epoch from at)::float8 as seconds, violations from command_runs`),
  )
  const last = (command: string) => rows.find((row) => row.command === command)
  return {
    backup: last('backup')?.seconds ?? 0,
    verify: last('verify')?.seconds ?? 0,
    violations: last('verify')?.violations ?? 0,
  }
}
