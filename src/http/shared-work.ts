/** Work that has not begun, and who waits for it. */
interface Next<Result> {
  readonly begin: () => Promise<Result>
  readonly result: PromiseWithResolvers<Result>
  requests: number
}

export interface SharedWorkOptions {
  /** Where it is not, each request has its own. */
  readonly isShared: boolean
  /** The same work under way at most, before who asks for it waits for the next to begin. */
  readonly inFlightMax: number
  /** Told of each work that begins, and how many requests it is for. */
  readonly began: (name: string, requests: number) => void
}

/**
 * Does for requests that ask for the very same at the same time what they ask for once. One that
 * finds nothing under way begins at once, with whatever else arrived in the same turn of the event
 * loop; while the same is under way, those that arrive share what begins next.
 *
 * Work only ever begins after the request arrived: it sees each change acknowledged before that.
 */
export class SharedWork<Result> {
  readonly #options: SharedWorkOptions
  readonly #next = new Map<string, Next<Result>>()
  readonly #inFlight = new Map<string, number>()

  constructor(options: SharedWorkOptions) {
    this.#options = options
  }

  /**
   * @param key the same for the same work, and for no other
   * @param name of this kind of work, for whoever counts
   * @throws what the work throws, to each that shares it
   */
  async do(key: string, name: string, begin: () => Promise<Result>): Promise<Result> {
    if (!this.#options.isShared) return await begin()
    const known = this.#next.get(key)
    if (known !== undefined) {
      known.requests += 1
      return await known.result.promise
    }
    const next = { begin, result: Promise.withResolvers<Result>(), requests: 1 }
    this.#next.set(key, next)
    if ((this.#inFlight.get(key) ?? 0) < this.#options.inFlightMax) {
      setImmediate(() => this.#begin(key, name))
    }
    return await next.result.promise
  }

  #begin(key: string, name: string): void {
    const next = this.#next.get(key)
    const inFlight = this.#inFlight.get(key) ?? 0
    if (next === undefined || inFlight >= this.#options.inFlightMax) return
    this.#next.delete(key)
    this.#inFlight.set(key, inFlight + 1)
    this.#options.began(name, next.requests)
    const { resolve, reject } = next.result
    next
      .begin()
      .then(resolve, reject)
      .finally(() => this.#end(key, name))
  }

  #end(key: string, name: string): void {
    const inFlight = (this.#inFlight.get(key) as number) - 1
    if (inFlight === 0) this.#inFlight.delete(key)
    else this.#inFlight.set(key, inFlight)
    this.#begin(key, name)
  }
}
