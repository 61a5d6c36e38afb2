import { QueueOverrun } from './fair-queue.ts'

/** Work under way, and what begins after it: for all who came since this one began. */
interface Flight {
  next?: { readonly work: () => Promise<unknown>; requests: number } & PromiseWithResolvers<unknown>
}

/**
 * Does the same work once for all requests that ask for it while it is already under way. Work only
 * ever begins after the request arrived: it sees each change acknowledged before that.
 *
 * A request waits for at most two pieces of work, each of which ends by a deadline of its own.
 */
export class SingleFlight {
  readonly #waitingMax: number
  readonly #began: (kind: string, requests: number) => void
  readonly #flights = new Map<string, Flight>()
  #waiting = 0

  /**
   * @param waitingMax requests that may wait for the same work to begin; one more is refused
   * @param began called for each piece of work that begins, with how many requests it is for
   */
  constructor(waitingMax: number, began: (kind: string, requests: number) => void) {
    this.#waitingMax = waitingMax
    this.#began = began
  }

  /** Requests whose work has not begun. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * @param key the same for the same work, and for no other
   * @param kind what it is, for whoever counts
   * @throws {QueueOverrun} where too many wait; else what the work throws, to each that shares it
   */
  async do<Result>(key: string, kind: string, work: () => Promise<Result>): Promise<Result> {
    const flight = this.#flights.get(key)
    if (flight === undefined) return await this.#begin(key, kind, work, 1)
    flight.next ??= { work, requests: 0, ...Promise.withResolvers<unknown>() }
    const { next } = flight
    if (next.requests >= this.#waitingMax) throw new QueueOverrun('queue_full')
    next.requests += 1
    this.#waiting += 1
    return (await next.promise) as Result
  }

  async #begin<Result>(
    key: string,
    kind: string,
    work: () => Promise<Result>,
    requests: number,
  ): Promise<Result> {
    const flight: Flight = {}
    this.#flights.set(key, flight)
    this.#began(kind, requests)
    try {
      return await work()
    } finally {
      this.#flights.delete(key)
      const { next } = flight
      // A map keeps its old tables alive by chance, and what they name.
      delete flight.next
      if (next !== undefined) {
        this.#waiting -= next.requests
        this.#begin(key, kind, next.work, next.requests).then(next.resolve, next.reject)
      }
    }
  }
}
