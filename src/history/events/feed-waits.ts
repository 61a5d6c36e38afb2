import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '../../database/unavailable.ts'
import type { Caller } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { EVENTS_WAITING_MAX } from '../../domain/limits.ts'
import type { FeedPage, FeedPlace } from './read-feed.ts'

/** The number of the last event is read so often for all requests that wait for it. */
const POLL_MS = 200

type Waiter = Pick<Caller, 'organizationId' | 'tokenId'>

interface FeedWait {
  readonly read: (after: FeedPlace) => Promise<FeedPage>
  readonly lastNumber: () => Promise<number>
  readonly after: FeedPlace
  readonly ms: number
  readonly hungUp: AbortSignal
  /** When it began to wait for events and when it ended, for the metrics. */
  readonly waited?: { fromMs?: number; toMs?: number }
}

/** Lets requests wait for events: bounded in number, and with one poll for each organization. */
export class FeedWaits {
  readonly #stop = new AbortController()
  readonly #polls = new Map<string, Promise<number>>()
  /** Those that wait, by what bounds them. */
  readonly #waiting = new Map<string, number>()

  /** Ends all waits, now and from now on. */
  stop(): void {
    this.#stop.abort()
  }

  /**
   * Reads on until there is an event, `ms` have passed, or the client hung up.
   * @throws {Refusal} `rate_limited` or `temporarily_unavailable` where too many wait already
   */
  async until(
    caller: Waiter,
    { read, lastNumber, after, ms, hungUp, waited = {} }: FeedWait,
  ): Promise<FeedPage> {
    const endsAt = performance.now() + ms
    let page = await read(after)
    const leftMs = endsAt - performance.now()
    if (hasNews(page) || leftMs <= 0) return page
    const leave = this.#enter(caller)
    const left = new AbortController()
    const signal = AbortSignal.any([this.#stop.signal, hungUp, left.signal])
    waited.fromMs = performance.now()
    const ended = delay(leftMs, 'ended' as const, { signal }).catch(() => 'ended' as const)
    try {
      for (;;) {
        const last = await Promise.race([this.#nextPoll(caller.organizationId, lastNumber), ended])
        waited.toMs = performance.now()
        if (last === 'ended' || signal.aborted) return page
        // Another number, not a higher one: a restore can bring an older feed back.
        if (last !== page.place.number) page = await read(page.place)
        if (hasNews(page)) return page
      }
    } finally {
      left.abort()
      leave()
    }
  }

  /** One poll for all requests of the organization that wait by then. */
  #nextPoll(organizationId: string, lastNumber: () => Promise<number>): Promise<number> {
    const known = this.#polls.get(organizationId)
    if (known !== undefined) return known
    const poll = delay(POLL_MS)
      .then(lastNumber)
      .finally(() => this.#polls.delete(organizationId))
    this.#polls.set(organizationId, poll)
    return poll
  }

  #enter({ organizationId, tokenId }: Waiter): () => void {
    const { token, organization, process } = EVENTS_WAITING_MAX
    const bounds = [
      { who: 'This token', key: `token ${tokenId}`, max: token },
      { who: 'This organization', key: `organization ${organizationId}`, max: organization },
      { who: undefined, key: 'process', max: process },
    ]
    const reached = bounds.find(({ key, max }) => (this.#waiting.get(key) ?? 0) >= max)
    if (reached !== undefined) throw tooMany(reached)
    for (const { key } of bounds) this.#count(key, 1)
    return () => {
      for (const { key } of bounds) this.#count(key, -1)
    }
  }

  #count(key: string, change: 1 | -1): void {
    const waiting = (this.#waiting.get(key) ?? 0) + change
    if (waiting === 0) this.#waiting.delete(key)
    else this.#waiting.set(key, waiting)
  }
}

function hasNews({ rows, hasMore }: FeedPage): boolean {
  return rows.length > 0 || hasMore
}

/** Not an empty page: a client that polls in a loop would send the next request at once. */
function tooMany({ who, max }: { who: string | undefined; max: number }): Refusal {
  const detail = 'Too many requests wait for events.'
  if (who === undefined) return unavailable(detail, 'unchanged', undefined)
  return new Refusal('rate_limited', {
    detail:
      `${who} has ${max} requests that wait for events: send the request again when one of them ` +
      'was answered, or without wait.',
    headers: { 'Retry-After': '1' },
  })
}
