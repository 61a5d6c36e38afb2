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
  /** Its event `work` tells that there is something to do, so that it is found without a pause. */
  readonly waking?: EventTarget
}

/** Finds work and does it, again and again, with a pause between runs. @returns what stops it */
export function pollInBackground<Found>({
  everyMs,
  firstMs = everyMs,
  find,
  work,
  failed,
  waking,
}: Polling<Found>): () => Promise<void> {
  let isStopped = false
  let isFailing = false
  let running: Promise<void> = Promise.resolve()
  /** Undefined while it runs. */
  let timer: NodeJS.Timeout | undefined
  /** When it may look again, by which its share of the database is bounded. */
  let earliest = 0
  let isWoken = false
  const wait = (ms: number) => {
    if (isStopped) return
    timer = setTimeout(() => {
      timer = undefined
      running = run()
    }, ms).unref()
  }
  const wake = () => {
    isWoken = true
    // A database that is away is not asked more often.
    if (timer === undefined || isFailing) return
    clearTimeout(timer)
    wait(Math.max(0, earliest - performance.now()))
  }
  const run = async () => {
    isWoken = false
    try {
      const beganAt = performance.now()
      const found = await find()
      const findMs = performance.now() - beganAt
      await work(found)
      isFailing = false
      earliest = performance.now() + IDLE_FACTOR * findMs
      wait(Math.max(isWoken ? 0 : everyMs, IDLE_FACTOR * findMs))
    } catch (error) {
      // Attempts to reach a database that is away delay those of requests once it is back.
      wait(IDLE_FACTOR * everyMs)
      const isNews = !isFailing && !isStopped
      isFailing = true
      if (isNews) failed(error)
    }
  }
  wait(firstMs)
  waking?.addEventListener('work', wake)
  return async () => {
    isStopped = true
    waking?.removeEventListener('work', wake)
    clearTimeout(timer)
    await running
  }
}
