import type { Of } from './actions.ts'
import { restartApprovals } from './approvals.ts'
import { difference } from './difference.ts'
import { type ModelShipment, type ModelToken, moveItem, type VaultModel } from './model-state.ts'
import { notTaken, shipmentVerbs } from './predict-shipments.ts'
import { NO_FIELDS, type Prediction, seen } from './prediction.ts'

export function predictUpdateShipment(
  model: VaultModel,
  caller: ModelToken,
  { id, changes }: Of<'updateShipment'>,
): Prediction {
  if (Object.keys(changes).length === 0) return NO_FIELDS
  const shipment = seen(model.shipments, caller, id)
  if (shipment === undefined) return { status: 404, code: 'outbound_shipment_not_found' }
  if (!shipmentVerbs(shipment).includes('cancel')) return notTaken(shipment)
  const after = { ...shipment, ...directed(shipment, changes) }
  const isElsewhere = difference({ ...after, metadata: shipment.metadata }, shipment) !== undefined
  const losesApproval = isElsewhere && shipment.status === 'approved'
  if (losesApproval) {
    Object.assign(after, { status: 'pending_approval', approvedAt: null, approvedByTokenId: null })
  }
  return {
    status: 200,
    body: () => ({ data: after }),
    apply: () => {
      Object.assign(shipment, after)
      if (isElsewhere && shipment.status === 'pending_approval') restartApprovals(model, id)
      if (isElsewhere) model.directors.set(id, [...(model.directors.get(id) ?? []), caller.id])
      if (!losesApproval) return
      for (const itemId of model.shipmentItems.get(id) ?? []) {
        const movement = { outboundShipmentId: id, tokenId: caller.id }
        moveItem(model, itemId, {}, { kind: 'shipment_approval_withdrawn', ...movement })
      }
    },
  }
}

/** Metadata is merged: null removes a pair. */
export interface ShipmentChanges
  extends Partial<
    Pick<ModelShipment, 'recipient' | 'service' | 'signatureRequired' | 'insuredValueCents'>
  > {
  readonly metadata?: Readonly<Record<string, string | null>>
}

type Directed = Pick<
  ModelShipment,
  'service' | 'signatureRequired' | 'insuredValueCents' | 'recipient' | 'metadata'
>

export const UNDIRECTED: Directed = {
  service: null,
  signatureRequired: false,
  insuredValueCents: null,
  recipient: null,
  metadata: {},
}

export function directed(before: Directed, { metadata, ...changes }: ShipmentChanges): Directed {
  const merged = Object.entries({ ...before.metadata, ...metadata })
  const kept = merged.filter((pair): pair is [string, string] => pair[1] !== null)
  const { service, signatureRequired, insuredValueCents, recipient } = { ...before, ...changes }
  const others = { service, signatureRequired, insuredValueCents, recipient }
  return { ...others, metadata: Object.fromEntries(kept) }
}
