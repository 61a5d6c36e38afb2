import cliProgress from 'cli-progress'
import type { OutputOptions } from './command.ts'

interface Progress {
  readonly stage: string
  /** From 0 to 1. */
  readonly share: number
  /** Handled in this stage. */
  readonly rows: number
}

export interface ProgressBar {
  update(progress: Progress): void
  stop(): void
}

/**
 * A progress bar on standard error; none with `--json` or without a terminal.
 * @param hasTimeLeft whether the shares are of the whole work, not of each stage
 */
export function showProgress({ json }: OutputOptions, hasTimeLeft = false): ProgressBar {
  if (json === true || process.stderr.isTTY !== true) {
    return { update: () => undefined, stop: () => undefined }
  }
  const left = hasTimeLeft ? ' | {left} left' : ''
  const bar = new cliProgress.SingleBar(
    {
      format: `{stage} [{bar}] {percentage}% | {rows} rows | {rate} rows/s${left}`,
      stream: process.stderr,
      // A signal can end the process while the bar is shown, and nothing would restore these.
      hideCursor: false,
      linewrap: true,
      clearOnComplete: true,
      barsize: 30,
    },
    cliProgress.Presets.legacy,
  )
  const startedAt = performance.now()
  let stage = 'starting'
  let stageStartedAt = startedAt
  bar.start(1, 0, { stage: stageLabel(stage), rows: '0', rate: '-', left: '-' })
  return {
    update: (progress) => {
      const now = performance.now()
      if (progress.stage !== stage) {
        stage = progress.stage
        stageStartedAt = now
      }
      const seconds = (now - stageStartedAt) / 1000
      bar.update(progress.share, {
        stage: stageLabel(stage),
        rows: progress.rows.toLocaleString('en'),
        rate: seconds < 0.2 ? '-' : Math.round(progress.rows / seconds).toLocaleString('en'),
        left: timeLeft((now - startedAt) / 1000, progress.share),
      })
    },
    stop: () => bar.stop(),
  }
}

/** Such as `Reading  `: the bar must not move when the stage changes. */
function stageLabel(stage: string): string {
  return `${stage.charAt(0).toUpperCase()}${stage.slice(1)}`.padEnd('Comparing'.length)
}

function timeLeft(secondsPassed: number, share: number): string {
  if (secondsPassed < 0.5 || share <= 0) return '-'
  const seconds = Math.ceil((secondsPassed / share) * (1 - share))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
