import { QueueOverrun } from './fair-lines.ts'

export interface SharedWorkLimits {
  /** Where it is not, each request has its own. */
  readonly isShared: boolean
  /** The same work under way at most, before who asks for it waits for the next to begin. */
  readonly inFlightMax: number
  /** Requests that may wait for one piece of work to begin; one more is refused. */
  readonly waitingMax: number
  /** How long a request may wait for that. */
  readonly waitTimeoutMs: number
}

/** Work that has not begun, and who waits for it. */
interface Next {
  readonly kind: string
  readonly work: () => Promise<unknown>
  readonly begun: PromiseWithResolvers<void>
  readonly result: PromiseWithResolvers<unknown>
  requests: number
}

/**
 * Does for requests that ask for the very same at the same time what they ask for once. One that
 * finds nothing under way begins at once, with whatever else arrived in the same turn of the event
 * loop; while the same is under way, those that arrive share what begins next.
 *
 * Work only ever begins after the request arrived: it sees each change acknowledged before that.
 */
export class SharedWork {
  readonly #limits: SharedWorkLimits
  readonly #began: (kind: string, requests: number) => void
  readonly #next = new Map<string, Next>()
  readonly #inFlight = new Map<string, number>()
  #waiting = 0

  /** @param began told of each work that begins, and how many requests it is for */
  constructor(limits: SharedWorkLimits, began: (kind: string, requests: number) => void) {
    this.#limits = limits
    this.#began = began
  }

  /** Requests whose work has not begun. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * @param key the same for the same work, and for no other
   * @param kind what it is, for whoever counts
   * @throws {QueueOverrun} where it did not begin in time, or too many wait; else what the work
   *   throws, to each that shares it
   */
  async do<Result>(key: string, kind: string, work: () => Promise<Result>): Promise<Result> {
    if (!this.#limits.isShared) return await work()
    const next = this.#next.get(key) ?? this.#open(key, kind, work)
    if (next.requests >= this.#limits.waitingMax) throw new QueueOverrun('queue_full')
    next.requests += 1
    this.#waiting += 1
    const { promise: inTime, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new QueueOverrun('queue_timeout'))
    }, this.#limits.waitTimeoutMs)
    try {
      await Promise.race([next.begun.promise, inTime])
    } catch (error) {
      next.requests -= 1
      throw error
    } finally {
      clearTimeout(timer)
      this.#waiting -= 1
    }
    return (await next.result.promise) as Result
  }

  #open(key: string, kind: string, work: () => Promise<unknown>): Next {
    const next: Next = {
      kind,
      work,
      begun: Promise.withResolvers(),
      result: Promise.withResolvers(),
      requests: 0,
    }
    // Whoever waited for it may be gone.
    next.result.promise.catch(() => undefined)
    this.#next.set(key, next)
    setImmediate(() => this.#begin(key))
    return next
  }

  #begin(key: string): void {
    const next = this.#next.get(key)
    const inFlight = this.#inFlight.get(key) ?? 0
    if (next === undefined || inFlight >= this.#limits.inFlightMax) return
    this.#next.delete(key)
    if (next.requests === 0) return
    this.#inFlight.set(key, inFlight + 1)
    this.#began(next.kind, next.requests)
    next.begun.resolve()
    const { resolve, reject } = next.result
    const done = next.work().then(resolve, reject)
    void done.finally(() => this.#end(key))
  }

  #end(key: string): void {
    const inFlight = (this.#inFlight.get(key) as number) - 1
    if (inFlight === 0) this.#inFlight.delete(key)
    else this.#inFlight.set(key, inFlight)
    this.#begin(key)
  }
}
