import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { request } from '../api/request.ts'
import type { Event } from '../api/schema.ts'
import { type EventSearch, spanOf, windowOf } from './event-window.ts'

/** How many events are read without being asked for more. */
const AT_ONCE = 5_000
const PAGE = 1_000

/** What was read of a window. */
export interface Feed {
  /** Oldest first, as the service has them. */
  readonly events: readonly Event[]
  /** Where the reading goes on. */
  readonly cursor: string | undefined
  readonly hasMore: boolean
  readonly span: ReturnType<typeof spanOf>
}

/**
 * Reads a window of the feed page by page, from its oldest event to its end. When events become
 * old, it goes on behind the last one instead of reading the window again.
 */
export function useEventFeed(search: EventSearch) {
  const client = useQueryClient()
  const { type, subjectId, actorTokenId, from, before } = search
  const filters = { type, subjectId, actorTokenId } as { type?: Event['type'] }
  const queryKey = ['events', 'feed', filters, windowOf(search), from, before]
  const key = JSON.stringify(queryKey)
  const most = useRef({ key, events: AT_ONCE })
  if (most.current.key !== key) most.current = { key, events: AT_ONCE }
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
    most.current.events = (feed.data?.events.length ?? 0) + AT_ONCE
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
  const place = cursor === undefined ? {} : { cursor }
  const query = { ...filters, ...span, ...place, limit: PAGE }
  const { body } = await request('GET /v1/events', { query, signal })
  return {
    events: body.data.length === 0 ? events : [...events, ...body.data],
    cursor: body.pagination.cursor,
    hasMore: body.pagination.hasMore,
    span,
  }
}
