/** What a piece of work is. */
export interface WorkName {
  /** The same for the same work, and for no other. */
  readonly key: string
  /** Its kind, for whoever counts. */
  readonly kind: string
  /** Whose turn it takes. */
  readonly organizationId: string
}

export interface SharedWorkOptions {
  /** Where it is not, each request has its own. */
  readonly isShared: boolean
  /** The same work under way at most, before who asks for it waits for the next to begin. */
  readonly inFlightMax: number
  /** Does work when it is its organization's turn. */
  readonly inTurn: <T>(organizationId: string, work: () => Promise<T>) => Promise<T>
  /** Told of each work that begins, and how many requests it is for. */
  readonly began: (kind: string, requests: number) => void
}

/** Work that has not begun, and who waits for it. */
interface Next<Result> extends WorkName {
  readonly work: () => Promise<Result>
  readonly result: PromiseWithResolvers<Result>
  requests: number
  /** Whether it waits for its turn, and no longer for the same work to end. */
  isDue: boolean
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

  /** @throws what the work throws, to each that shares it */
  async do(name: WorkName, work: () => Promise<Result>): Promise<Result> {
    const { isShared, inTurn, inFlightMax } = this.#options
    if (!isShared) return await inTurn(name.organizationId, work)
    const { key } = name
    const known = this.#next.get(key)
    if (known !== undefined) {
      known.requests += 1
      return await known.result.promise
    }
    const next = {
      ...name,
      work,
      result: Promise.withResolvers<Result>(),
      requests: 1,
      isDue: false,
    }
    this.#next.set(key, next)
    if ((this.#inFlight.get(key) ?? 0) < inFlightMax) setImmediate(() => this.#begin(key))
    return await next.result.promise
  }

  #begin(key: string): void {
    const next = this.#next.get(key)
    const inFlight = this.#inFlight.get(key) ?? 0
    if (next === undefined || next.isDue || inFlight >= this.#options.inFlightMax) return
    next.isDue = true
    this.#inFlight.set(key, inFlight + 1)
    const { organizationId, result } = next
    // Whoever asks before its turn comes shares it still.
    const work = () => {
      this.#next.delete(key)
      this.#options.began(next.kind, next.requests)
      return next.work()
    }
    const done = this.#options.inTurn(organizationId, work).then(result.resolve, result.reject)
    void done.finally(() => this.#end(key, next))
  }

  #end(key: string, ended: Next<Result>): void {
    // Refused before its turn came.
    if (this.#next.get(key) === ended) this.#next.delete(key)
    const inFlight = (this.#inFlight.get(key) as number) - 1
    if (inFlight === 0) this.#inFlight.delete(key)
    else this.#inFlight.set(key, inFlight)
    this.#begin(key)
  }
}
