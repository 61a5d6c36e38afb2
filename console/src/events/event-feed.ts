import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type QueryOf, request } from '../api/request.ts'
import type { Event } from '../api/schema.ts'
import { isToken } from '../display/filters.ts'

type FilterName = 'type' | 'subjectId' | 'actorId' | 'last' | 'from' | 'before'

export type EventSearch = Readonly<Partial<Record<FilterName, string>>>

const HOUR = 3_600_000

/** Periods that end now. */
export const PERIODS = [
  { value: '1h', label: 'Last hour', ms: HOUR },
  { value: '24h', label: 'Last 24 hours', ms: 24 * HOUR },
  { value: '7d', label: 'Last 7 days', ms: 7 * 24 * HOUR },
  { value: 'all', label: 'All', ms: undefined },
] as const

/** The period in the URL. Where nothing else narrows the feed, it is that of the last day. */
export function periodOf({ last, from, before, subjectId }: EventSearch) {
  const name = last ?? ((from ?? before ?? subjectId) ? 'all' : '24h')
  return PERIODS.find(({ value }) => value === name)
}

type Query = QueryOf<'GET /v1/events'>

function queryOf({ type, subjectId, actorId, ...search }: EventSearch): Query {
  const ms = periodOf(search)?.ms
  const starts = [ms && Date.now() - ms, search.from && Date.parse(search.from)].filter(Boolean)
  const [from, before] = [Math.max(...starts.map(Number)), Date.parse(search.before ?? '')]
  return {
    ...({ type, subjectId, limit: 1_000, include: 'names' } as Query),
    ...(actorId && { [isToken(actorId) ? 'actorTokenId' : 'actorPersonId']: actorId }),
    ...(Number.isFinite(from) && { occurredFrom: new Date(from).toISOString() }),
    ...(Number.isFinite(before) && { occurredBefore: new Date(before).toISOString() }),
  }
}

/** The number of events that are read before the person asks for more. */
const READ_AHEAD = 5_000

/** The events that were read so far, oldest first. */
interface Feed {
  readonly events: readonly Event[]
  readonly hasMore: boolean
  readonly most: number
  readonly next: Query
}

/**
 * Reads a period of the feed page by page, from its oldest event to its end. When it becomes stale,
 * it continues after the last event instead of reading everything again.
 */
export function useEventFeed(search: EventSearch) {
  const client = useQueryClient()
  const { type, subjectId, actorId, from, before } = search
  const filters = { type, subjectId, actorId, from, before }
  const queryKey = ['events', 'feed', filters, periodOf(search)?.value]
  const feed = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const start = { events: [], hasMore: true, most: READ_AHEAD, next: queryOf(search) }
      let known: Feed = client.getQueryData<Feed>(queryKey) ?? start
      // New events are at the end, which is not reached yet.
      const isEnough = () => known.hasMore && known.events.length >= known.most
      while (!isEnough()) {
        const { body } = await request('GET /v1/events', { query: known.next, signal })
        const { hasMore, cursor } = body.pagination
        const events = [...known.events, ...body.data]
        known = { ...known, events, hasMore, next: { ...known.next, cursor } }
        client.setQueryData(queryKey, known)
        if (!hasMore) break
      }
      return known
    },
    structuralSharing: false,
  })
  const readMore = () => {
    client.setQueryData<Feed>(queryKey, (known) => {
      return known && { ...known, most: known.events.length + READ_AHEAD }
    })
    void feed.refetch()
  }
  return { feed, readMore }
}
