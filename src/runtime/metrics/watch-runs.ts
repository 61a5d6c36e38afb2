import type { Metrics } from './metrics.ts'

/** The times of the last runs, in seconds since the Unix epoch; 0 for one that never ran. */
export interface LastRuns {
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
