import cliProgress from 'cli-progress'
import type { ImportProgress } from './import-file.ts'

/** What the stages take of a file of items, as measured; the rest inserts them and their log. */
const READING_SHARE = 0.11
const CHECKING_SHARE = 0.02

export interface ProgressBar {
  update(progress: ImportProgress): void
  stop(): void
}

/** A bar with rows per second and time left, on standard error. */
export function showProgress(options: { fileBytes: number; preview: boolean }): ProgressBar {
  const bar = new cliProgress.SingleBar(
    {
      format: '{stage} [{bar}] {percentage}% | {rows} rows | {rate} rows/s | {left} left',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      barsize: 30,
    },
    cliProgress.Presets.legacy,
  )
  const startedAt = performance.now()
  let stage: ImportProgress['stage'] | undefined
  let stageStartedAt = startedAt
  bar.start(1, 0, { stage: 'Reading', rows: '0', rate: '-', left: '-' })
  return {
    update: (progress) => {
      const now = performance.now()
      if (progress.stage !== stage) {
        stage = progress.stage
        stageStartedAt = now
      }
      const done = shareDone(progress, options)
      const handled = progress.stage === 'inserting' ? progress.inserted : progress.rows
      const seconds = (now - stageStartedAt) / 1000
      bar.update(done, {
        stage: STAGES[progress.stage],
        rows: handled.toLocaleString('en'),
        rate: seconds < 0.2 ? '-' : Math.round(handled / seconds).toLocaleString('en'),
        left: timeLeft((now - startedAt) / 1000, done),
      })
    },
    stop: () => bar.stop(),
  }
}

const STAGES = { reading: 'Reading  ', checking: 'Checking ', inserting: 'Inserting' } as const

function shareDone(
  progress: ImportProgress,
  { fileBytes, preview }: { fileBytes: number; preview: boolean },
): number {
  // A preview is done once it has checked.
  const all = preview ? READING_SHARE + CHECKING_SHARE : 1
  switch (progress.stage) {
    case 'reading':
      return (READING_SHARE * Math.min(1, progress.bytes / Math.max(1, fileBytes))) / all
    case 'checking':
      return READING_SHARE / all
    case 'inserting': {
      const before = READING_SHARE + CHECKING_SHARE
      return before + (1 - before) * (progress.inserted / Math.max(1, progress.rows))
    }
  }
}

function timeLeft(secondsPassed: number, done: number): string {
  if (secondsPassed < 0.5 || done <= 0) return '-'
  const seconds = Math.ceil((secondsPassed / done) * (1 - done))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
