import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { request } from '../api/request.ts'
import type { Event } from '../api/schema.ts'

type FilterName = 'type' | 'subjectId' | 'actorTokenId' | 'last' | 'from' | 'before'

/** The filters of the feed, as the URL has them. */
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
  const isNarrow = from !== undefined || before !== undefined || subjectId !== undefined
  const name = last ?? (isNarrow ? 'all' : '24h')
  return PERIODS.find(({ value }) => value === name)
}

/** The period of the request, as of now. */
function spanOf(search: EventSearch): { occurredFrom?: string; occurredBefore?: string } {
  const ms = periodOf(search)?.ms
  const starts = [ms && Date.now() - ms, search.from && Date.parse(search.from)].filter(Boolean)
  return {
    ...(starts.length > 0 && {
      occurredFrom: new Date(Math.max(...starts.map(Number))).toISOString(),
    }),
    ...(search.before && { occurredBefore: new Date(search.before).toISOString() }),
  }
}

/** The number of events that are read before the person asks for more. */
const READ_AHEAD = 5_000
const PAGE = 1_000

/** The events that were read so far. */
interface Feed {
  /** Oldest first. */
  readonly events: readonly Event[]
  /** The position of the next read. */
  readonly cursor: string | undefined
  readonly hasMore: boolean
  readonly span: ReturnType<typeof spanOf>
}

/**
 * Reads a period of the feed page by page, from its oldest event to its end. When it becomes stale,
 * it continues after the last event instead of reading everything again.
 */
export function useEventFeed(search: EventSearch) {
  const client = useQueryClient()
  const { type, subjectId, actorTokenId } = search
  const filters = { type, subjectId, actorTokenId } as { type?: Event['type'] }
  const queryKey = ['events', 'feed', filters, periodOf(search)?.value, search.from, search.before]
  const key = JSON.stringify(queryKey)
  const most = useRef({ key, events: READ_AHEAD })
  if (most.current.key !== key) most.current = { key, events: READ_AHEAD }
  const feed = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const start = { events: [], cursor: undefined, hasMore: true, span: spanOf(search) }
      let known = client.getQueryData<Feed>(queryKey) ?? start
      const isFull = () => known.events.length >= most.current.events
      // New events are at the end, which is not reached yet.
      if (known.hasMore && known.cursor !== undefined && isFull()) return known
      do {
        const { events, cursor, span } = known
        const from = { ...filters, ...span, ...(cursor && { cursor }) }
        const query = { ...from, limit: PAGE, include: 'names' } as const
        const { body } = await request('GET /v1/events', { query, signal })
        const { hasMore, cursor: next } = body.pagination
        known = { events: [...events, ...body.data], cursor: next, hasMore, span }
        client.setQueryData(queryKey, known)
      } while (known.hasMore && !isFull())
      return known
    },
    structuralSharing: false,
  })
  const readMore = () => {
    most.current.events = (feed.data?.events.length ?? 0) + READ_AHEAD
    void feed.refetch()
  }
  return { feed, readMore }
}
