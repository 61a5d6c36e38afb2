import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '../api/request.ts'
import type { Caller } from '../session/caller.tsx'

/**
 * The interval at which a visible tab polls events. A browser has six connections to a server: long
 * polling in ten tabs would leave none for anything else.
 */
const POLL_EVERY_MS = 4_000

/** Events older than this are on the page already, however far the clocks are apart. */
const LOADED_WITHIN_MS = 60_000

/** Without `events:read` the tab cannot know what changed: it reads all that it shows again. */
const REFRESH_EVERY_MS = 15_000

/** The reads that show records of a type. */
const SHOWN_IN: Readonly<Record<string, readonly string[]>> = {
  transfer: ['transfers', 'inventory-items', 'fbo-accounts', 'summary'],
  inventory_item: ['inventory-items', 'fbo-accounts', 'summary'],
  fbo_account: ['fbo-accounts', 'summary'],
  revaluation: ['revaluations', 'summary'],
  outbound_shipment: ['outbound-shipments', 'inventory-items', 'fbo-accounts', 'summary'],
  // A sign-in is an event of its token.
  access_token: ['access-tokens', 'people', 'caller'],
  person: ['people', 'access-tokens', 'caller'],
  role: ['roles', 'people', 'access-tokens', 'caller'],
  identity_provider: ['identity-provider'],
  organization_policy: ['organization-policy', 'summary'],
  webhook_endpoint: ['webhook-endpoints'],
}

/**
 * Keeps the page up to date with changes of others.
 * @returns the time of the last success while the service does not respond; otherwise undefined
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
    const poll = async () => {
      if (document.visibilityState === 'hidden') return
      if (!mayFollow) {
        await request('GET /v1/caller', { signal })
        return await refresh(all)
      }
      const occurredFrom = new Date(Date.now() - LOADED_WITHIN_MS).toISOString()
      const start = cursor === undefined ? { occurredFrom } : { cursor }
      const { body } = await request('GET /v1/events', { query: { ...start, limit: 100 }, signal })
      const { data, pagination } = body
      // Too many events to follow: everything may have changed, and the next poll starts from now.
      cursor = pagination.hasMore ? undefined : pagination.cursor
      const changed = data.flatMap(({ subject }) => SHOWN_IN[subject.type] ?? [])
      if (pagination.hasMore) await refresh(new Set([...all, 'events']))
      else if (changed.length > 0) await refresh(new Set([...changed, 'events']))
    }
    let lastAt = new Date()
    const tryPoll = async () => {
      const at = new Date()
      try {
        await poll()
        lastAt = at
        setStaleSince(undefined)
      } catch {
        if (!signal.aborted) setStaleSince(lastAt)
      }
    }
    const timer = setInterval(() => void tryPoll(), mayFollow ? POLL_EVERY_MS : REFRESH_EVERY_MS)
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
