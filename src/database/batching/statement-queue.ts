import { FairQueue, type Waiting, type WaitingLimits } from './fair-queue.ts'

export interface StatementQueueLimits extends WaitingLimits {
  /** Statements that run at the same time: one per connection. */
  readonly runningMax: number
  /** Those of organizations; the rest of the connections is left to what is asked together. */
  readonly runningOfAllMax: number
  /** Those of one organization. */
  readonly runningOfOneMax: number
}

interface Entry extends Waiting {
  readonly start: () => Promise<void>
}

/** The queue of statements that are no single organization's: no organization's id is empty. */
const NOBODY = ''

/**
 * Lets as many statements run as there are connections; the rest wait in queues, one for each
 * organization, bounded in number and time. The driver alone would take any number, for any time,
 * and send them down busy connections, where one that waits for a lock holds back all behind it.
 * What is refused here was never started, so it cannot take effect after its request was answered.
 */
export class StatementQueue {
  readonly #limits: StatementQueueLimits
  readonly #queue: FairQueue<Entry>
  readonly #runningOf = new Map<string, number>()
  #running = 0

  constructor(limits: StatementQueueLimits) {
    this.#limits = limits
    this.#queue = new FairQueue(limits)
  }

  /** Statements that run or wait. */
  get size(): number {
    return this.#queue.size + this.#running
  }

  /**
   * @param queueKey whose turn it takes: its organization's; null where it is no single one's
   * @throws {QueueOverrun} where the statement was not started; else whatever it throws itself
   */
  async run<T>(queueKey: string | null, statement: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#queue.add({
      queueKey: queueKey ?? NOBODY,
      weight: 1,
      arrivedAt: performance.now(),
      reject,
      start: () => statement().then(resolve, reject),
    })
    this.#startNext()
    this.#queue.refuseOverrun()
    return await promise
  }

  #startNext(): void {
    while (this.#running < this.#limits.runningMax) {
      const mayCome = ({ queueKey }: Entry) => this.#mayRun(queueKey)
      const [entry] = this.#queue.take({ count: 1, weight: 1, mayCome })
      if (entry === undefined) return
      this.#count(entry.queueKey, 1)
      void entry.start().finally(() => {
        this.#count(entry.queueKey, -1)
        this.#startNext()
      })
    }
  }

  #mayRun(queueKey: string): boolean {
    if (queueKey === NOBODY) return true
    const ofAll = this.#running - (this.#runningOf.get(NOBODY) ?? 0)
    const { runningOfAllMax, runningOfOneMax } = this.#limits
    return ofAll < runningOfAllMax && (this.#runningOf.get(queueKey) ?? 0) < runningOfOneMax
  }

  #count(queueKey: string, change: 1 | -1): void {
    this.#running += change
    const running = (this.#runningOf.get(queueKey) ?? 0) + change
    if (running === 0) this.#runningOf.delete(queueKey)
    else this.#runningOf.set(queueKey, running)
  }
}
