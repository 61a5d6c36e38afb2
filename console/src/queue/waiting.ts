import { useDecidedSince } from '../api/decided.ts'
import { useRead } from '../api/queries.ts'
import { useMay } from '../session/caller.tsx'

/** A count can be some seconds old: what others decided leaves the list a little later. */
const REFRESH_MS = 8_000
const WEEK_MS = 7 * 86_400_000

export type Waiting = ReturnType<typeof useWaiting>

/** Everything that waits for the person, and how much of it there is. */
export function useWaiting() {
  const summary = useRead('GET /v1/summary', { refetchInterval: REFRESH_MS })
  const figures = summary.data?.body.data
  // They wait for the figures, so that they delay no page on a slow line.
  const later = (isPermitted: boolean) => ({
    enabled: isPermitted && figures !== undefined,
    staleTime: REFRESH_MS,
  })
  const query = { limit: 100 }
  const endpoints = useRead('GET /v1/webhook-endpoints', {
    query,
    ...later(useMay('webhooks:manage')),
  })
  const tokens = useRead('GET /v1/access-tokens', {
    query,
    ...later(useMay('access_tokens:manage')),
  })
  const failing = (endpoints.data?.body.data ?? []).filter(
    ({ health }) => health.status === 'failing',
  )
  const ending = (tokens.data?.body.data ?? []).filter(
    ({ state, personId, expiresAt }) =>
      state === 'valid' && personId === null && Date.parse(expiresAt) < Date.now() + WEEK_MS,
  )
  const { pendingTransfers, pendingShipments, pendingRevaluations, heldShipments } = figures ?? {}
  const decided = useDecidedSince(figures?.asOf ?? '')
  const isDecided = (row: { readonly id: string; readonly mayApprove: boolean }) =>
    row.mayApprove && decided.has(row.id)
  const mine = [pendingTransfers, pendingShipments, pendingRevaluations]
    .map((pending) => pending && pending.awaitingMe - pending.oldest.filter(isDecided).length)
    .reduce<number>((sum, each) => sum + (each ?? 0), 0)
  const count = mine + (heldShipments ?? 0) + failing.length + ending.length
  return { figures, failing, ending, count, decided }
}
