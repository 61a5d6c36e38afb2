/** An entry waits until it is taken or refused. */
export interface Waiting {
  /** Its organization; null where it belongs to none. */
  readonly queueKey: string | null
  /** Its weight against the limit of a batch. */
  readonly weight: number
  /** By `performance.now()`. */
  readonly arrivedAt: number
  readonly reject: (overrun: QueueOverrun) => void
}

export interface WaitingLimits {
  /** Maximum of waiting entries. Beyond it, the newest entry of the longest queue is refused. */
  readonly waitingMax: number
  /** Maximum time that an entry waits. */
  readonly waitTimeoutMs: number
}

/** The work was not started, because too much was ahead of it. */
export class QueueOverrun extends Error {
  readonly reason: 'queue_full' | 'queue_timeout'

  constructor(reason: 'queue_full' | 'queue_timeout') {
    super(`not begun: ${reason}`)
    this.reason = reason
  }
}

interface TakeLimits<Entry> {
  /** Maximum number of entries. */
  readonly count: number
  /** Maximum of the sum of their weights; the first entry may be heavier. */
  readonly weight: number
  /** Whether an entry may be taken; called once for each, in the order of its queue. */
  readonly canTake: (entry: Entry) => boolean
}

/**
 * One queue for each organization, served in turn: an organization that sends much waits behind
 * itself, not in front of others. No entry waits forever: beyond the limits it is refused.
 */
export class FairQueue<Entry extends Waiting> {
  /** In the order of their turns; none is empty. */
  readonly #queues = new Map<string | null, Entry[]>()
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
    this.#watch(this.#limits.waitTimeoutMs)
  }

  /** Call it after an entry was added, and taken where it could be. */
  refuseOverrun(): void {
    while (this.#size > this.#limits.waitingMax) {
      const [key, queue] = [...this.#queues].reduce((one, other) =>
        other[1].length >= one[1].length ? other : one,
      )
      this.#refuse(key, queue, queue.splice(-1), 'queue_full')
    }
  }

  /**
   * Takes entries from the first queue in turn that has any that may be taken. The next turn of
   * that queue comes after all others.
   */
  take({ count, weight, canTake }: TakeLimits<Entry>): Entry[] {
    for (const [key, queue] of this.#queues) {
      const taken: Entry[] = []
      let sum = 0
      let place = 0
      let left = 0
      for (; place < queue.length && taken.length < count; place += 1) {
        const entry = queue[place] as Entry
        if (!canTake(entry)) {
          queue[left++] = entry
          continue
        }
        // Nothing overtakes an entry that is too heavy: both may want the same rows.
        if (taken.length > 0 && sum + entry.weight > weight) break
        taken.push(entry)
        sum += entry.weight
      }
      if (taken.length === 0) continue
      // In place: a Map may keep its old tables alive, and with them a replaced list.
      queue.splice(left, place - left)
      this.#queues.delete(key)
      if (queue.length > 0) this.#queues.set(key, queue)
      this.#size -= taken.length
      return taken
    }
    return []
  }

  /** One timer for all entries. */
  #watch(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#refuseLate()
      // Four checks within the limit: no entry waits longer than 1.25 times the limit.
      if (this.#size > 0) this.#watch(this.#limits.waitTimeoutMs / 4)
    }, Math.ceil(delayMs)).unref()
  }

  #refuseLate(): void {
    const latest = performance.now() - this.#limits.waitTimeoutMs
    for (const [key, queue] of this.#queues) {
      // Each queue is in the order of arrival.
      const inTime = queue.findIndex(({ arrivedAt }) => arrivedAt > latest)
      const late = queue.splice(0, inTime === -1 ? queue.length : inTime)
      this.#refuse(key, queue, late, 'queue_timeout')
    }
  }

  #refuse(
    key: string | null,
    queue: readonly Entry[],
    removed: readonly Entry[],
    reason: QueueOverrun['reason'],
  ): void {
    if (queue.length === 0) this.#queues.delete(key)
    this.#size -= removed.length
    for (const { reject } of removed) reject(new QueueOverrun(reason))
  }
}
