/** It waits this many times as long as `find` took: polling never dominates a large vault. */
const IDLE_FACTOR = 5

export interface Polling<Found> {
  readonly everyMs: number
  /** Milliseconds until the first run; `everyMs` by default. */
  readonly firstMs?: number
  /** Finds what there is to do. */
  readonly find: () => Promise<Found>
  readonly work: (found: Found) => Promise<void> | void
  /** Called for the first of several failures in a row; it tries again each time. */
  readonly failed: (error: unknown) => void
}

/** Finds work and does it, again and again, with a pause between runs. @returns what stops it */
export function pollInBackground<Found>({
  everyMs,
  firstMs = everyMs,
  find,
  work,
  failed,
}: Polling<Found>): () => Promise<void> {
  let isStopped = false
  let isFailing = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number) => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = run()
    }, ms).unref()
  }
  const run = async () => {
    try {
      const beganAt = performance.now()
      const found = await find()
      const findMs = performance.now() - beganAt
      await work(found)
      isFailing = false
      wait(Math.max(everyMs, IDLE_FACTOR * findMs))
    } catch (error) {
      // Attempts to reach a database that is away delay those of requests once it is back.
      wait(IDLE_FACTOR * everyMs)
      const isNews = !isFailing && !isStopped
      isFailing = true
      if (isNews) failed(error)
    }
  }
  wait(firstMs)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
