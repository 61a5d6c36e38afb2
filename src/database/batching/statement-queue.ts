import { FairQueue, type Waiting, type WaitingLimits } from './fair-queue.ts'

interface StatementQueueLimits extends WaitingLimits {
  /** Statements that run at the same time: one per connection. */
  readonly runningMax: number
  /** Those of organizations, if the other connections are left to batches. */
  readonly runningOfAllMax?: number
  /** Those of one organization. */
  readonly runningOfOneMax: number
}

interface Entry extends Waiting {
  readonly start: () => Promise<void>
}

/**
 * Runs as many statements as there are connections; the others wait in a queue per organization,
 * bounded in number and time. A statement that is refused here was never sent, so it cannot take
 * effect after its response.
 */
export class StatementQueue {
  readonly #limits: StatementQueueLimits
  readonly #queue: FairQueue<Entry>
  /** By queue key; without an entry where none runs. */
  readonly #runningOf = new Map<string | null, number>()
  #running = 0
  readonly #turn = {
    count: 1,
    weight: 1,
    canTake: ({ queueKey }: Entry): boolean => {
      if (queueKey === null) return true
      const ofAll = this.#running - (this.#runningOf.get(null) ?? 0)
      const { runningMax, runningOfAllMax = runningMax, runningOfOneMax } = this.#limits
      return ofAll < runningOfAllMax && (this.#runningOf.get(queueKey) ?? 0) < runningOfOneMax
    },
  }

  constructor(limits: StatementQueueLimits) {
    this.#limits = limits
    this.#queue = new FairQueue(limits)
  }

  /** Statements that run or wait. */
  get size(): number {
    return this.#queue.size + this.#running
  }

  get running(): number {
    return this.#running
  }

  /**
   * @param queueKey the organization whose turn it takes; null where it belongs to no single one
   * @throws {QueueOverrun} where the statement was not started; else what the statement throws
   */
  run<T>(queueKey: string | null, statement: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const start = () => statement().then(resolve, reject)
    this.#queue.add({ queueKey, weight: 1, arrivedAt: performance.now(), reject, start })
    this.#startNext()
    this.#queue.refuseOverrun()
    return promise
  }

  #startNext(): void {
    while (this.#running < this.#limits.runningMax) {
      const [entry] = this.#queue.take(this.#turn)
      if (entry === undefined) return
      this.#count(entry.queueKey, 1)
      void entry.start().finally(() => {
        this.#count(entry.queueKey, -1)
        this.#startNext()
      })
    }
  }

  #count(queueKey: string | null, change: 1 | -1): void {
    this.#running += change
    const running = (this.#runningOf.get(queueKey) ?? 0) + change
    if (running === 0) this.#runningOf.delete(queueKey)
    else this.#runningOf.set(queueKey, running)
  }
}
