/** It waits this many times as long as a poll took: polling never dominates a large vault. */
const IDLE_FACTOR = 5

export interface Polling {
  readonly everyMs: number
  /** Milliseconds until the first run; `everyMs` by default. */
  readonly firstMs?: number
  /** Returns how long its query for work took, in milliseconds. */
  readonly work: () => Promise<number>
  /** Called for the first of several failures in a row; it tries again each time. */
  readonly failed: (error: unknown) => void
}

/** Runs `work` in the background with a pause between runs. @returns what stops it */
export function pollInBackground({ everyMs, firstMs, work, failed }: Polling): () => Promise<void> {
  let isStopped = false
  let isFailing = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number) => {
    if (!isStopped) timer = setTimeout(run, ms).unref()
  }
  const run = () => {
    running = (async () => await work())().then(
      (pollMs) => {
        isFailing = false
        wait(Math.max(everyMs, IDLE_FACTOR * pollMs))
      },
      (error: unknown) => {
        // Attempts to reach a database that is away delay those of requests once it is back.
        wait(IDLE_FACTOR * everyMs)
        const isNews = !isFailing && !isStopped
        isFailing = true
        if (isNews) failed(error)
      },
    )
  }
  wait(firstMs ?? everyMs)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
