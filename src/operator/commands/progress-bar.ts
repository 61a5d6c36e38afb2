import type { OutputOptions } from './command.ts'

interface Progress {
  readonly stage: string
  /** The finished part of the stage, from 0 to 1. */
  readonly share: number
  /** Handled in this stage. */
  readonly rows: number
}

export interface ProgressBar {
  update(progress: Progress): void
  stop(): void
}

const SHOWN_EVERY_MS = 100
const CLEAR_LINE = '\r\u001b[K'

/** One line of progress on standard error; none with `--json` or without a terminal. */
export function showProgress({ json }: OutputOptions): ProgressBar {
  if (json === true || process.stderr.isTTY !== true) {
    return { update: () => undefined, stop: () => undefined }
  }
  let shownAt = 0
  return {
    update: ({ stage, share, rows }) => {
      const now = performance.now()
      if (now - shownAt < SHOWN_EVERY_MS) return
      shownAt = now
      const percent = Math.floor(share * 100)
      process.stderr.write(`${CLEAR_LINE}${stage}: ${percent} %, ${rows.toLocaleString('en')} rows`)
    },
    stop: () => process.stderr.write(CLEAR_LINE),
  }
}
