import type { Metrics } from '../runtime/metrics/metrics.ts'
import type { Sql } from './postgres/sql.ts'
import type { RequestDatabase } from './request-database.ts'

/** A command that an operator waits for to run again and again, and its last run. */
type CommandRun =
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

/** The times of the last runs, in seconds since the Unix epoch; 0 for one that never ran. */
interface LastRuns {
  readonly backup: number
  readonly verify: number
  /** Faults that the last verify found. */
  readonly violations: number
}

/** Metrics of commands, which are processes of their own and have ended when somebody looks. */
export function watchRuns(metrics: Metrics, read: () => Promise<LastRuns>): void {
  let last: LastRuns = { backup: 0, verify: 0, violations: 0 }
  let reading: Promise<void> | undefined
  /** Once for all that are asked for together; without the database, what was read last. */
  const current = (name: keyof LastRuns) => async () => {
    reading ??= read()
      .then(
        (runs) => {
          last = runs
        },
        () => undefined,
      )
      .finally(() => {
        reading = undefined
      })
    await reading
    return last[name]
  }
  metrics.gauge(
    'vault_backup_last_timestamp_seconds',
    'The moment that the last backup holds the vault of, as a Unix time; 0 if there was none.',
    current('backup'),
  )
  metrics.gauge(
    'vault_verify_last_timestamp_seconds',
    'The moment that the last verify of the whole vault looked at, as a Unix time; 0 if none did.',
    current('verify'),
  )
  metrics.gauge(
    'vault_verify_violations',
    'Violations that the last verify of the whole vault found.',
    current('violations'),
  )
}
