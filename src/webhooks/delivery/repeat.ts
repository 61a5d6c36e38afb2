/** It rests for so many times as long as its look took: a large vault is not kept busy. */
const REST = 5

export interface Repetition {
  readonly everyMs: number
  /** When the first one is; by default after `everyMs`. */
  readonly firstMs?: number
  /** Returns how long its look for work took, in milliseconds. */
  readonly work: () => Promise<number>
  readonly failed: (error: unknown) => void
}

/** Does something again and again, each time so long after the last. @returns what stops it */
export function repeat({ everyMs, firstMs, work, failed }: Repetition): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number) => {
    if (!isStopped) timer = setTimeout(run, ms).unref()
  }
  const run = () => {
    const lookMs = work().catch((error: unknown) => {
      failed(error)
      return 0
    })
    running = lookMs.then((ms) => wait(Math.max(everyMs, REST * ms)))
  }
  wait(firstMs ?? everyMs)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
