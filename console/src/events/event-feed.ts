import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { request } from '../api/request.ts'
import type { Event } from '../api/schema.ts'
import { type EventSearch, spanOf, windowOf } from './event-window.ts'

/** The number of events that are read before the person asks for more. */
const READ_AHEAD = 5_000
const PAGE = 1_000

/** The events that were read so far. */
export interface Feed {
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
  const { type, subjectId, actorTokenId, from, before } = search
  const filters = { type, subjectId, actorTokenId } as { type?: Event['type'] }
  const queryKey = ['events', 'feed', filters, windowOf(search), from, before]
  const key = JSON.stringify(queryKey)
  const most = useRef({ key, events: READ_AHEAD })
  if (most.current.key !== key) most.current = { key, events: READ_AHEAD }
  const feed = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      let known = client.getQueryData<Feed>(queryKey) ?? nothing(search)
      const isFull = () => known.events.length >= most.current.events
      // New events are at the end, which is not reached yet.
      if (known.hasMore && known.cursor !== undefined && isFull()) return known
      do {
        known = await readOn(known, filters, signal)
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

function nothing(search: EventSearch): Feed {
  return { events: [], cursor: undefined, hasMore: true, span: spanOf(search) }
}

async function readOn(
  known: Feed,
  filters: { type?: Event['type'] },
  signal: AbortSignal,
): Promise<Feed> {
  const { events, cursor, span } = known
  const start = cursor === undefined ? {} : { cursor }
  const query = { ...filters, ...span, ...start, limit: PAGE, include: 'names' } as const
  const { body } = await request('GET /v1/events', { query, signal })
  return {
    events: body.data.length === 0 ? events : [...events, ...body.data],
    cursor: body.pagination.cursor,
    hasMore: body.pagination.hasMore,
    span,
  }
}
