import type { Action } from './actions.ts'
import { restartApprovals } from './approvals.ts'
import { difference } from './difference.ts'
import { directed } from './directions.ts'
import { type ModelToken, moveItem, type VaultModel } from './model-state.ts'
import { type Prediction, seen } from './predict.ts'
import { notTaken, shipmentVerbs } from './predict-shipments.ts'

export function predictUpdateShipment(
  model: VaultModel,
  caller: ModelToken,
  { id, changes }: Extract<Action, { op: 'updateShipment' }>,
): Prediction {
  if (Object.keys(changes).length === 0) {
    return { status: 400, code: 'no_updatable_fields', errors: [['', 'no_updatable_fields']] }
  }
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
