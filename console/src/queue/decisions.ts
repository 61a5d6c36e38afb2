import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import { useApproveWithProof } from '../passkeys/authenticator.ts'

export type Verb = 'approve' | 'reject'

/** A record that waits for a decision. */
export interface Decidable {
  readonly kind: 'transfer' | 'shipment' | 'revaluation'
  readonly id: string
}

const STALE = ['inventory-items', 'fbo-accounts']

/** Decides one record: it reads the record first, and its version goes with the decision. */
export function useDecide() {
  const approveWithProof = useApproveWithProof()
  const transfer = {
    approve: useChange('POST /v1/transfers/{id}/approve', STALE),
    reject: useChange('POST /v1/transfers/{id}/reject', STALE),
  }
  const shipment = useChange('POST /v1/outbound-shipments/{id}/approve', STALE)
  const revaluation = {
    approve: useChange('POST /v1/revaluations/{id}/approve', STALE),
    reject: useChange('POST /v1/revaluations/{id}/reject', STALE),
  }
  return async ({ kind, id }: Decidable, verb: Verb, ifMatch: string, reason: string) => {
    const path = { id }
    if (verb === 'reject') {
      const { reject } = kind === 'transfer' ? transfer : revaluation
      return await reject.mutateAsync({ path, ifMatch, body: { reason } })
    }
    if (kind === 'transfer') {
      return await approveWithProof(
        (body) => transfer.approve.mutateAsync({ path, ifMatch, body }),
        async () => (await request('GET /v1/transfers/{id}/approval', { path })).body.data,
      )
    }
    if (kind === 'revaluation') {
      return await approveWithProof(
        (body) => revaluation.approve.mutateAsync({ path, ifMatch, body }),
        async () => (await request('GET /v1/revaluations/{id}/approval', { path })).body.data,
      )
    }
    return await approveWithProof(
      (body) => shipment.mutateAsync({ path, ifMatch, body }),
      async () => (await request('GET /v1/outbound-shipments/{id}/approval', { path })).body.data,
    )
  }
}

/** The version of a record that waits. */
export async function versionOf({ kind, id }: Decidable): Promise<string> {
  const path = { id }
  const read = {
    transfer: () => request('GET /v1/transfers/{id}', { path }),
    shipment: () => request('GET /v1/outbound-shipments/{id}', { path }),
    revaluation: () => request('GET /v1/revaluations/{id}', { path }),
  }
  return (await read[kind]()).etag ?? ''
}
