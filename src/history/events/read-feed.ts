import { createHash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../domain/caller.ts'
import { type Refusal, refusalOf } from '../../domain/errors.ts'
import { EVENTS_SEARCHED_MAX } from '../../domain/limits.ts'
import type { EventRow } from './event.ts'
import { type EventFilters, findEvent, findEvents, lastEventNumber } from './find-events.store.ts'

/** A part of the feed, in its order. */
export interface FeedPage {
  readonly rows: readonly EventRow[]
  /** The place up to which the feed was read. */
  readonly place: FeedPlace
  readonly hasMore: boolean
}

/**
 * Reads the events after a place. A reader that goes on from the page's place meets each event
 * exactly once: events are numbered in the order in which they become visible, without gaps.
 * @throws {Refusal} `invalid_parameter` where the feed has another event at that place, or none
 */
export async function readFeed(
  caller: Pick<Caller, 'organizationId'>,
  database: Database,
  asked: { readonly after: FeedPlace; readonly limit: number; readonly filters: EventFilters },
): Promise<FeedPage> {
  const { after, limit, filters } = asked
  const placeAt = async (number: number) => {
    return number === 0 ? BEGINNING : placeOf(await findEvent(caller, database, number))
  }
  // Read first: whatever comes later is left for the next page, also where it fits the filters.
  const [last, known] = await Promise.all([readLastNumber(caller, database), placeAt(after.number)])
  if (after.number > last || known?.mark !== after.mark) throw anotherFeed()
  if (after.number === last) return { rows: [], place: after, hasMore: false }
  // An index finds the events of a record; other filters read all events up to there.
  const isSearch = Object.keys(filters).length > 0 && filters.subjectId === undefined
  const to = isSearch ? Math.min(last, after.number + EVENTS_SEARCHED_MAX) : last
  const span = { after: after.number, to, limit: limit + 1 }
  const rows = await findEvents(caller, database, filters, span)
  const shown = rows.slice(0, limit)
  const lastShown = shown.at(-1)
  const isCut = typeof lastShown?.next === 'number'
  const end = isCut || lastShown?.number === to ? placeOf(lastShown) : undefined
  const place = (end ?? (await placeAt(to))) as FeedPlace
  return { rows: shown, place, hasMore: place.number < last }
}

/** The number of the last event; requests of the organization share the statement. */
export function readLastNumber(
  caller: Pick<Caller, 'organizationId'>,
  database: Database,
): Promise<number> {
  return database.singleFlight(`events ${caller.organizationId}`, 'last_event_number', () =>
    lastEventNumber(caller, database),
  )
}

function placeOf(event: EventRow | undefined): FeedPlace | undefined {
  if (event === undefined) return undefined
  const { number, type, occurredAt, subjectId } = event
  const content = `${number} ${occurredAt.toISOString()} ${type} ${subjectId}`
  return { number, mark: createHash('sha256').update(content).digest('hex').slice(0, 8) }
}

/** A restore brought back an older feed: its next events have numbers that were read before. */
function anotherFeed(): Refusal {
  const detail =
    'cursor is of a feed that has gone on otherwise, so the vault was restored from a backup: leave ' +
    'cursor out, and skip the events that you have by their id and occurredAt.'
  return refusalOf(
    [{ pointer: '/cursor', in: 'query', code: 'invalid_parameter', detail }],
    'request',
  )
}

/** A place in the feed: behind which event it is. */
export interface FeedPlace {
  /** The number of the event; 0 at the beginning. */
  readonly number: number
  /** Tells the event from another one with its number, which a restored vault can have. */
  readonly mark: string
}

export const BEGINNING: FeedPlace = { number: 0, mark: '0' }

/**
 * The cursor of a place. It stays good for ever, and says nothing about the filters, which a
 * follower may change.
 */
export function writeEventCursor({ number, mark }: FeedPlace): string {
  return Buffer.from(`1 ${number} ${mark}`).toString('base64url')
}

/** The place that the text leads to; undefined if the text is no cursor. */
export function readEventCursor(text: string): FeedPlace | undefined {
  const content = Buffer.from(text, 'base64url').toString()
  const [, number, mark = ''] = /^1 (0|[1-9]\d{0,14}) ([0-9a-f]{1,8})$/.exec(content) ?? []
  const place = { number: Number(number), mark }
  return number !== undefined && writeEventCursor(place) === text ? place : undefined
}
