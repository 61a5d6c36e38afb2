import { QueueOverrun } from './fair-queue.ts'

/** Work under way, and the work that starts after it for all requests that arrived meanwhile. */
interface Flight {
  next?: { readonly work: () => Promise<unknown>; requests: number } & PromiseWithResolvers<unknown>
}

/**
 * Does the same work once for all requests that want it while it is already under way. A request
 * only shares work that starts after it arrived: it sees each change acknowledged before that. It
 * waits for at most two pieces of work, each of which has its own deadline.
 * @param waitingMax requests that may wait for the same work to start; one more is refused
 * @param started called when work starts, with the number of requests that share it
 */
export function singleFlight(
  waitingMax: number,
  started: (kind: string, requests: number) => void,
) {
  const flights = new Map<string, Flight>()
  let waiting = 0

  const start = async <Result>(
    key: string,
    kind: string,
    { work, requests }: { readonly work: () => Promise<Result>; readonly requests: number },
  ): Promise<Result> => {
    const flight: Flight = {}
    flights.set(key, flight)
    started(kind, requests)
    try {
      return await work()
    } finally {
      flights.delete(key)
      const { next } = flight
      // A Map may keep its old tables alive, and with them what they name.
      delete flight.next
      if (next !== undefined) {
        waiting -= next.requests
        start(key, kind, next).then(next.resolve, next.reject)
      }
    }
  }
  return {
    /** Requests whose work has not started. */
    get waiting() {
      return waiting
    },
    /**
     * @param key the same for the same work, and for no other
     * @param kind its name in the metrics
     * @throws {QueueOverrun} where too many wait; else what the work throws, to each that shares it
     */
    async do<Result>(key: string, kind: string, work: () => Promise<Result>): Promise<Result> {
      const flight = flights.get(key)
      if (flight === undefined) return await start(key, kind, { work, requests: 1 })
      flight.next ??= { work, requests: 0, ...Promise.withResolvers<unknown>() }
      const { next } = flight
      if (next.requests >= waitingMax) throw new QueueOverrun('queue_full')
      next.requests += 1
      waiting += 1
      return (await next.promise) as Result
    },
  }
}
