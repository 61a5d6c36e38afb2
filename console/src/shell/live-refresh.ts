import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { request } from '../api/request.ts'
import { useMay } from '../session/caller.tsx'

/**
 * The interval at which a visible tab polls events. A browser has six connections to a server: long
 * polling in ten tabs would leave none for anything else.
 */
const POLL_EVERY_MS = 4_000

/** A poll without an answer for so long is an outage. */
const ANSWER_WITHIN_MS = 15_000

/** Events older than this are on the page already, however far the clocks are apart. */
const LOADED_WITHIN_MS = 60_000

/** Without `events:read` the tab cannot know what changed: it reads all that it shows again. */
const REFRESH_EVERY_MS = 15_000

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
const ALL = Object.values(SHOWN_IN).flat()

/**
 * Keeps the page up to date with changes of others; a page that comes in sight is read again.
 * @returns the time of the last success while the service does not respond; otherwise undefined
 */
export function useLiveRefresh(): number | undefined {
  const queries = useQueryClient()
  const mayFollow = useMay('events:read')
  const cursor = useRef<string>(undefined)
  // Not awaited: a read that gets no answer must not end the polls.
  const refresh = (segments: readonly string[]) =>
    void queries.invalidateQueries({
      predicate: ({ queryKey: [segment] }) => segments.includes(segment as string),
    })
  const follow = async (signal: AbortSignal) => {
    const occurredFrom = new Date(Date.now() - LOADED_WITHIN_MS).toISOString()
    const start = cursor.current === undefined ? { occurredFrom } : { cursor: cursor.current }
    const { body } = await request('GET /v1/events', { query: { ...start, limit: 100 }, signal })
    const { data, pagination } = body
    // Too many events to follow: everything may have changed, and the next poll starts from now.
    cursor.current = pagination.hasMore ? undefined : pagination.cursor
    const changed = data.flatMap(({ subject }) => SHOWN_IN[subject.type] ?? [])
    if (pagination.hasMore) refresh([...ALL, 'events'])
    else if (changed.length > 0) refresh([...changed, 'events'])
  }
  const { data: lastAt, isError } = useQuery({
    queryKey: ['live refresh', mayFollow],
    queryFn: async ({ signal: left }) => {
      const at = Date.now()
      const signal = AbortSignal.any([left, AbortSignal.timeout(ANSWER_WITHIN_MS)])
      if (mayFollow) await follow(signal)
      else {
        await request('GET /v1/caller', { signal })
        refresh(ALL)
      }
      return at
    },
    // The page was read just now.
    initialData: Date.now,
    refetchInterval: mayFollow ? POLL_EVERY_MS : REFRESH_EVERY_MS,
    // A browser without a network is an outage, too.
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  return isError ? lastAt : undefined
}
