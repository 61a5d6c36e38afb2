import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../api/request.ts'
import type { Caller } from '../session/caller.tsx'

/** How often a tab that is seen asks what happened. A browser has six connections to a server: a
 * request that waits for events in each of ten tabs would leave none for anything else. */
const ASK_EVERY_MS = 4_000

/** Without `events:read` nobody says what changed: what is shown is read again. */
const READ_AGAIN_EVERY_MS = 15_000

/** How old what is shown may be when the feed is first asked. */
const READ_BEFORE_MS = 5_000

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

/** Keeps what is shown up to date with what others do. */
export function useLiveRefresh(caller: Caller): void {
  const queries = useQueryClient()
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const refresh = (segments: ReadonlySet<string>) =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [segment] }) => segments.has(segment as string),
      })
    const all = new Set(Object.values(SHOWN_IN).flat())
    const mayFollow = caller.permissions.includes('events:read')
    // What is shown was read about now: the feed begins just before.
    const occurredFrom = new Date(Date.now() - READ_BEFORE_MS).toISOString()
    let cursor: string | undefined
    const look = async () => {
      if (document.visibilityState === 'hidden') return
      if (!mayFollow) return await refresh(all)
      const query = cursor === undefined ? { occurredFrom } : { cursor }
      const { body } = await request('GET /v1/events', { query: { ...query, limit: 100 }, signal })
      cursor = body.pagination.cursor
      const changed = body.data.flatMap(({ subject }) => SHOWN_IN[subject.type] ?? [])
      if (changed.length > 0) await refresh(new Set([...changed, 'events']))
    }
    // A refusal or an outage shows on the page itself.
    const lookQuietly = () => void look().catch(() => undefined)
    const timer = setInterval(lookQuietly, mayFollow ? ASK_EVERY_MS : READ_AGAIN_EVERY_MS)
    // At once: the place in the feed must not lie behind a change that happens before the first turn.
    if (mayFollow) lookQuietly()
    const seen = () => void refresh(all)
    document.addEventListener('visibilitychange', seen)
    return () => {
      stopping.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [queries, caller.permissions])
}
