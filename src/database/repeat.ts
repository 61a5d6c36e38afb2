/** It rests for so many times as long as its look took: a large vault is not kept busy. */
const REST = 5

export interface Repetition {
  readonly everyMs: number
  /** When the first one is; by default after `everyMs`. */
  readonly firstMs?: number
  /** Returns how long its look for work took, in milliseconds. */
  readonly work: () => Promise<number>
  /** Called for the first of several failures in a row; it tries again each time. */
  readonly failed: (error: unknown) => void
}

/** Does something again and again, each time so long after the last. @returns what stops it */
export function repeat({ everyMs, firstMs, work, failed }: Repetition): () => Promise<void> {
  let isStopped = false
  let isFailing = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number) => {
    if (!isStopped) timer = setTimeout(run, ms).unref()
  }
  const run = () => {
    running = (async () => await work())().then(
      (lookMs) => {
        isFailing = false
        wait(Math.max(everyMs, REST * lookMs))
      },
      (error: unknown) => {
        // Attempts to reach a database that is away delay those of requests once it is back.
        wait(REST * everyMs)
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
