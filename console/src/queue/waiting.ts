import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { Summary } from '../api/schema.ts'
import { useMay } from '../session/caller.tsx'

/** A count can be some seconds old: what somebody decided leaves the list a little later. */
const REFRESH_MS = 8_000
const WEEK_MS = 7 * 86_400_000

/** Everything that waits for the person, and how much of it there is. */
export function useWaiting() {
  const summary = useQuery({ ...read('GET /v1/summary'), refetchInterval: REFRESH_MS })
  // They wait for the figures, so that they delay no page on a slow line.
  const isCounted = summary.data !== undefined
  const endpoints = useQuery({
    ...read('GET /v1/webhook-endpoints', { query: { limit: 100 } }),
    enabled: useMay('webhooks:manage') && isCounted,
    staleTime: REFRESH_MS,
  })
  const tokens = useQuery({
    ...read('GET /v1/access-tokens', { query: { limit: 100 } }),
    enabled: useMay('access_tokens:manage') && isCounted,
    staleTime: REFRESH_MS,
  })
  const failing = (endpoints.data?.body.data ?? []).filter(
    ({ health }) => health.status === 'failing',
  )
  const ending = (tokens.data?.body.data ?? []).filter(
    ({ state, personId, expiresAt }) =>
      state === 'valid' && personId === null && Date.parse(expiresAt) < Date.now() + WEEK_MS,
  )
  const figures = summary.data?.body.data
  const count = awaitingMe(figures) + (figures?.heldShipments ?? 0) + failing.length + ending.length
  return { summary, figures, failing, ending, count }
}

function awaitingMe(figures: Summary | undefined): number {
  const { pendingTransfers, pendingShipments, pendingRevaluations } = figures ?? {}
  return [pendingTransfers, pendingShipments, pendingRevaluations].reduce(
    (sum, waiting) => sum + (waiting?.awaitingMe ?? 0),
    0,
  )
}
