/** What waits until it is taken or refused. */
export interface Waiting {
  /** Whose turn it takes: an organization's. */
  readonly queueKey: string
  /** Its share of what is taken together. */
  readonly weight: number
  /** By `performance.now()`. */
  readonly arrivedAt: number
  readonly reject: (overrun: QueueOverrun) => void
}

export interface WaitingLimits {
  /** How many may wait in all; past it, the newest of the longest queue is refused. */
  readonly waitingMax: number
  /** How long one may wait. */
  readonly waitTimeoutMs: number
}

/** It was not begun, because too much was ahead of it. */
export class QueueOverrun extends Error {
  readonly reason: 'queue_full' | 'queue_timeout'

  constructor(reason: 'queue_full' | 'queue_timeout') {
    super(`not begun: ${reason}`)
    this.reason = reason
  }
}

export interface TakeLimits<Entry> {
  /** How many come together. */
  readonly count: number
  /** Their weight altogether; the first may be heavier. */
  readonly weight: number
  /** Whether an entry may come; asked once about each, in the order of its queue. */
  readonly mayCome: (entry: Entry) => boolean
}

/**
 * One queue for each organization, served in turn: who asks for much waits behind itself, not
 * before others. Nothing waits for ever: past the limits it is refused.
 */
export class FairQueue<Entry extends Waiting> {
  /** In the order of their turns; none is empty. */
  readonly #queues = new Map<string, Entry[]>()
  readonly #limits: WaitingLimits
  #size = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: WaitingLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const queue = this.#queues.get(entry.queueKey)
    if (queue === undefined) this.#queues.set(entry.queueKey, [entry])
    else queue.push(entry)
    this.#size += 1
    this.#timer ??= this.#watch(this.#limits.waitTimeoutMs)
  }

  /** To be called after what could be taken of those that were added has been. */
  refuseOverrun(): void {
    while (this.#size > this.#limits.waitingMax) {
      const [key, queue] = [...this.#queues].reduce((one, other) =>
        other[1].length >= one[1].length ? other : one,
      )
      const [newest] = queue.splice(-1) as [Entry]
      this.#removed(key, queue, 1)
      newest.reject(new QueueOverrun('queue_full'))
    }
  }

  /**
   * Takes what may come of the next queue whose turn it is; none where nothing may. That queue's
   * next turn comes after all others.
   */
  take({ count, weight, mayCome }: TakeLimits<Entry>): Entry[] {
    for (const [key, queue] of this.#queues) {
      const taken: Entry[] = []
      let sum = 0
      let place = 0
      let kept = 0
      for (; place < queue.length && taken.length < count; place += 1) {
        const entry = queue[place] as Entry
        if (!mayCome(entry)) {
          queue[kept++] = entry
          continue
        }
        // Nothing passes one that only lacks room: it may want the same as those behind it.
        if (taken.length > 0 && sum + entry.weight > weight) break
        taken.push(entry)
        sum += entry.weight
      }
      if (taken.length === 0) continue
      // In place, not a new list: a map keeps its old tables alive by chance, and what they name.
      queue.splice(kept, place - kept)
      this.#queues.delete(key)
      if (queue.length > 0) this.#queues.set(key, queue)
      this.#size -= taken.length
      return taken
    }
    return []
  }

  /** One timer for all that wait. */
  #watch(delayMs: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timer = undefined
      this.#refuseLate()
      // Looked at four times within the limit: nobody waits a quarter longer than it.
      if (this.#size > 0) this.#timer ??= this.#watch(this.#limits.waitTimeoutMs / 4)
    }, Math.ceil(delayMs))
    return timer.unref()
  }

  #refuseLate(): void {
    const latest = performance.now() - this.#limits.waitTimeoutMs
    for (const [key, queue] of [...this.#queues]) {
      const late = queue.filter(({ arrivedAt }) => arrivedAt <= latest)
      if (late.length === 0) continue
      const left = queue.filter(({ arrivedAt }) => arrivedAt > latest)
      this.#queues.set(key, left)
      this.#removed(key, left, late.length)
      for (const { reject } of late) reject(new QueueOverrun('queue_timeout'))
    }
  }

  #removed(key: string, queue: readonly Entry[], count: number): void {
    if (queue.length === 0) this.#queues.delete(key)
    this.#size -= count
  }
}
