import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '../api/request.ts'
import type { Caller } from '../session/caller.tsx'

/** How often a tab that is seen asks what happened. A browser has six connections to a server: a
 * request that waits for events in each of ten tabs would leave none for anything else. */
const ASK_EVERY_MS = 4_000

/** What happened so long ago is on the page, however far the clocks are apart. */
const LOADED_WITHIN_MS = 60_000

/** Without `events:read` nobody says what changed: what is shown is read again. */
const READ_AGAIN_EVERY_MS = 15_000

/** Which reads show records of a type. */
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  transfer: ['transfers', 'inventory-items', 'fbo-accounts', 'summary'],
  inventory_item: ['inventory-items', 'fbo-accounts', 'summary'],
  fbo_account: ['fbo-accounts', 'summary'],
  outbound_shipment: ['outbound-shipments', 'inventory-items', 'fbo-accounts', 'summary'],
  access_token: ['access-tokens', 'caller'],
  organization_policy: ['organization-policy', 'summary'],
  webhook_endpoint: ['webhook-endpoints'],
}

/**
 * Keeps what is shown up to date with what others do.
 * @returns since when it could not, while the service does not answer
 */
export function useLiveRefresh(caller: Caller): Date | undefined {
  const queries = useQueryClient()
  const [staleSince, setStaleSince] = useState<Date>()
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const refresh = (segments: ReadonlySet<string>) =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [segment] }) => segments.has(segment as string),
      })
    const all = new Set(Object.values(SHOWN_IN).flat())
    const mayFollow = caller.permissions.includes('events:read')
    let cursor: string | undefined
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      if (!mayFollow) {
        await request('GET /v1/caller', { signal })
        return await refresh(all)
      }
      const occurredFrom = new Date(Date.now() - LOADED_WITHIN_MS).toISOString()
      const place = cursor === undefined ? { occurredFrom } : { cursor }
      const { body } = await request('GET /v1/events', { query: { ...place, limit: 100 }, signal })
      const { data, pagination } = body
      // So much happens that all may have changed: it goes on from now, not through each event.
      cursor = pagination.hasMore ? undefined : pagination.cursor
      const changed = data.flatMap(({ subject }) => SHOWN_IN[subject.type] ?? [])
      if (pagination.hasMore) await refresh(new Set([...all, 'events']))
      else if (changed.length > 0) await refresh(new Set([...changed, 'events']))
    }
    let lastAt = new Date()
    const tryLook = async () => {
      const at = new Date()
      try {
        await look()
        lastAt = at
        setStaleSince(undefined)
      } catch {
        if (!signal.aborted) setStaleSince(lastAt)
      }
    }
    if (mayFollow) void tryLook()
    const timer = setInterval(() => void tryLook(), mayFollow ? ASK_EVERY_MS : READ_AGAIN_EVERY_MS)
    const seen = () => void refresh(all)
    document.addEventListener('visibilitychange', seen)
    return () => {
      stopping.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [queries, caller.permissions])
  return staleSince
}
