import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'
import { type Refusal, refusalOf } from '../domain/errors.ts'
import type { EventRow } from './event.ts'
import { type EventFilters, findEvents, lastEventNumber } from './find-events.store.ts'

/** Events of a filtered page that are looked through at most; some 0.1 s. */
const WINDOW = 100_000

/** How often a request that waits looks for events. */
const POLL_MS = 200

/** A part of the feed, in its order. */
export interface FeedPage {
  readonly rows: readonly EventRow[]
  /** The number up to which the feed was read. */
  readonly readTo: number
  readonly hasMore: boolean
}

/** A part of the feed that is asked for. */
export interface FeedRequest {
  /** The number up to which the reader has read. */
  readonly after: number
  readonly limit: number
  readonly filters: EventFilters
}

/**
 * Reads the events after a number. Whoever goes on from `readTo` meets each event exactly once:
 * events are numbered in the order in which they become visible, without gaps.
 * @throws {Refusal} `invalid_parameter` where the feed is not that long
 */
export async function readFeed(
  caller: Pick<Caller, 'organizationId'>,
  database: Database,
  { after, limit, filters }: FeedRequest,
): Promise<FeedPage> {
  // Read first: whatever comes later is left for the next page, also where it fits the filters.
  const last = await database.share(`events ${caller.organizationId}`, 'last_event_number', () =>
    lastEventNumber(caller, database),
  )
  if (after > last) throw aheadOfFeed()
  if (after === last) return { rows: [], readTo: last, hasMore: false }
  // An index finds the events of a record; other filters read all events up to there.
  const isSearch = Object.keys(filters).length > 0 && filters.subjectId === undefined
  const to = isSearch ? Math.min(last, after + WINDOW) : last
  const rows = await findEvents(caller, database, filters, { after, to, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const readTo = rows.length > limit ? (shown.at(-1) as EventRow).number : to
  return { rows: shown, readTo, hasMore: readTo < last }
}

/** A restore brought back an older feed: its next events have numbers that were read before. */
function aheadOfFeed(): Refusal {
  const detail =
    'cursor is ahead of the feed, so the vault was restored from a backup: leave cursor out, and ' +
    'skip the events that you have by their id and occurredAt.'
  return refusalOf(
    [{ pointer: '/cursor', in: 'query', code: 'invalid_parameter', detail }],
    'request',
  )
}

/** Lets requests wait for events. */
export class FeedWaits {
  readonly #stop = new AbortController()

  /** Ends all waits, now and from now on. */
  stop(): void {
    this.#stop.abort()
  }

  /**
   * Reads until there is an event, `ms` have passed, or the client hung up.
   * @param read is called now and then
   */
  async until(read: () => Promise<FeedPage>, ms: number, hungUp: AbortSignal): Promise<FeedPage> {
    const endsAt = performance.now() + ms
    const signal = AbortSignal.any([this.#stop.signal, hungUp])
    for (;;) {
      const page = await read()
      const leftMs = endsAt - performance.now()
      if (page.rows.length > 0 || page.hasMore || leftMs <= 0 || signal.aborted) return page
      await delay(Math.min(POLL_MS, leftMs), undefined, { signal }).catch(() => undefined)
    }
  }
}
