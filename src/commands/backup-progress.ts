import cliProgress from 'cli-progress'
import type { BackupProgress } from '../backup/backup-format.ts'

const STAGES: Readonly<Record<BackupProgress['stage'], string>> = {
  writing: 'Writing  ',
  checking: 'Checking ',
  filling: 'Filling  ',
  comparing: 'Comparing',
  verifying: 'Verifying',
}

export interface ProgressBar {
  update(progress: BackupProgress): void
  stop(): void
}

/** A bar for each stage, on standard error; none where nobody looks at it. */
export function showBackupProgress(options: { readonly json?: boolean }): ProgressBar {
  if (options.json === true || process.stderr.isTTY !== true) {
    return { update: () => undefined, stop: () => undefined }
  }
  const bar = new cliProgress.SingleBar(
    {
      format: '{stage} [{bar}] {percentage}% | {rows} rows | {rate} rows/s',
      stream: process.stderr,
      // A signal can end the process while it is shown: nothing to be put back then.
      hideCursor: false,
      linewrap: true,
      clearOnComplete: true,
      barsize: 30,
    },
    cliProgress.Presets.legacy,
  )
  let stage: BackupProgress['stage'] | undefined
  let stageStartedAt = 0
  bar.start(1, 0, { stage: 'Starting ', rows: '0', rate: '-' })
  return {
    update: (step) => {
      const now = performance.now()
      if (step.stage !== stage) {
        stage = step.stage
        stageStartedAt = now
      }
      const seconds = (now - stageStartedAt) / 1000
      bar.update(step.share, {
        stage: STAGES[step.stage],
        rows: step.rows.toLocaleString('en'),
        rate: seconds < 0.2 ? '-' : Math.round(step.rows / seconds).toLocaleString('en'),
      })
    },
    stop: () => bar.stop(),
  }
}

/** Such as `1.2 MB`. */
export function bytesForPeople(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}
