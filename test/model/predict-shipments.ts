import type { MovementKind } from '../../src/vault/items/inventory-movement.ts'
import type { Of, ShipmentVerb } from './actions.ts'
import {
  authorsOf,
  beginApprovals,
  endApprovals,
  learnApprovals,
  oneOfSeveral,
  refusedDecision,
  restartApprovals,
  withApproval,
} from './approvals.ts'
import { learn } from './difference.ts'
import {
  INSTANT,
  MILLISECONDS,
  type ModelShipment,
  type ModelToken,
  moveItem,
  type VaultModel,
} from './model-state.ts'
import { directed, UNDIRECTED } from './predict-directions.ts'
import {
  claimErrors,
  duplicateErrors,
  type Prediction,
  type Reported,
  refused,
  seen,
} from './prediction.ts'

const ALLOWED: Readonly<Record<ModelShipment['status'], readonly ShipmentVerb[]>> = {
  packing: ['inspect', 'hold', 'cancel'],
  inspecting: ['submit', 'return-to-packing', 'hold', 'cancel'],
  pending_approval: ['approve', 'return-to-packing', 'hold', 'cancel'],
  approved: ['ship', 'hold', 'cancel'],
  shipped: ['deliver'],
  delivered: [],
}

export const KINDS = {
  inspect: 'shipment_inspecting',
  submit: 'shipment_submitted',
  approve: 'shipment_approved',
  'return-to-packing': 'shipment_returned_to_packing',
  ship: 'shipment_shipped',
  deliver: 'shipment_delivered',
  hold: 'shipment_held',
  release: 'shipment_released',
  cancel: 'shipment_cancelled',
} as const satisfies Readonly<Record<string, MovementKind>>

/** The verbs that a shipment takes. */
export function shipmentVerbs(shipment: ModelShipment): readonly ShipmentVerb[] {
  if (shipment.cancelledAt !== null) return []
  return shipment.holdReason === null ? ALLOWED[shipment.status] : ['release', 'cancel']
}

export function predictCreateShipment(
  model: VaultModel,
  caller: ModelToken,
  { account, notes, items, directions }: Of<'createShipment'>,
): Prediction {
  if (items.length === 0) return refused(400, [['/items', 'items_required']])
  const duplicates = duplicateErrors(items)
  if (duplicates.length > 0) return refused(400, duplicates)
  if (seen(model.accounts, caller, account) === undefined) {
    return refused(404, [['/fboAccountId', 'fbo_account_not_found']])
  }
  const errors = claimErrors(model, account, items)
  if (errors.length > 0) return refused(409, errors)
  const shipment = ({ data }: Reported): ModelShipment => ({
    id: data.id,
    fboAccountId: account,
    organizationId: model.organizationId,
    status: 'packing',
    shippedAt: null,
    createdAt: INSTANT,
    totalItems: items.length,
    notes: notes ?? null,
    createdByTokenId: caller.id,
    ...{ approvedAt: null, approvedByTokenId: null, heldAt: null, holdReason: null },
    ...{ cancelledAt: null, cancellationReason: null },
    ...{ carrier: null, trackingNumber: null, deliveredAt: null },
    ...directed(UNDIRECTED, directions),
  })
  return {
    status: 201,
    body: (reported) => ({ data: shipment(reported) }),
    apply: (reported) => {
      const created = shipment(reported)
      learn(created, reported.data)
      model.shipments.set(created.id, created)
      model.shipmentItems.set(created.id, items)
      beginApprovals(model, created.id)
      for (const itemId of items) {
        const change = { status: 'shipment_pending', activeShipmentId: created.id } as const
        const movement = { outboundShipmentId: created.id, tokenId: caller.id }
        moveItem(model, itemId, change, { kind: 'shipment_created', ...movement })
      }
    },
  }
}

/** The refusal of what the shipment does not take now. */
export function notTaken(shipment: ModelShipment): Prediction {
  const { status: currentStatus, cancelledAt, holdReason } = shipment
  const cause = cancelledAt !== null ? { cancelledAt } : holdReason !== null ? { holdReason } : {}
  const members = { currentStatus, allowed: shipmentVerbs(shipment), ...cause }
  return { status: 409, code: 'invalid_state_transition', members }
}

type Move = Of<'moveShipment'>

export function predictMoveShipment(
  model: VaultModel,
  caller: ModelToken,
  action: Move,
): Prediction {
  const { id, verb } = action
  const shipment = seen(model.shipments, caller, id)
  if (shipment === undefined) return { status: 404, code: 'outbound_shipment_not_found' }
  const isApproval = verb === 'approve'
  const refusal = refusedDecision(model, caller, ['shipment', id], {
    isApproval,
    authors: authorsOf(model, shipment),
    notTaken: shipmentVerbs(shipment).includes(verb) ? undefined : notTaken(shipment),
  })
  if (refusal !== undefined) return refusal
  const { recipientRequired } = model.policy
  if (recipientRequired && shipment.recipient === null && /^(submit|approve)$/.test(verb)) {
    return { status: 409, code: 'recipient_required' }
  }
  const { isLast, ...approved } = withApproval(model, caller, ['shipment', id])
  if (isApproval && !isLast) {
    const { recipient: _, metadata: __, ...step } = shipment
    return oneOfSeveral(model, id, { ...step, ...approved })
  }
  const change = shipmentChange(action, caller, shipment)
  return {
    status: 200,
    body: () => {
      const { recipient, metadata, ...step } = { ...shipment, ...change }
      return { data: isApproval ? { ...step, ...approved } : step }
    },
    apply: (reported) => {
      if (isApproval) learnApprovals(model, id, reported.data, true)
      if (verb === 'return-to-packing') restartApprovals(model, id)
      if (verb === 'cancel' && shipment.approvedAt === null) endApprovals(model, id)
      Object.assign(shipment, change)
      learn(shipment, reported.data)
      for (const itemId of model.shipmentItems.get(id) ?? []) {
        const reason = ['hold', 'release', 'cancel'].includes(verb) ? (action.reason ?? null) : null
        const movement = { kind: KINDS[verb], outboundShipmentId: id, tokenId: caller.id, reason }
        moveItem(model, itemId, itemChange(verb), movement)
      }
    },
  }
}

function shipmentChange(
  move: Move,
  caller: ModelToken,
  shipment: ModelShipment,
): Partial<ModelShipment> {
  const reason = move.reason ?? null
  switch (move.verb) {
    case 'inspect':
      return { status: 'inspecting' }
    case 'submit':
      return { status: 'pending_approval' }
    case 'approve':
      return { status: 'approved', approvedAt: INSTANT, approvedByTokenId: caller.id }
    case 'return-to-packing':
      return { status: 'packing' }
    case 'ship': {
      const service = move.service ?? shipment.service
      const carriage = { carrier: 'Brinks', service, trackingNumber: 'BX 4417' }
      return { status: 'shipped', shippedAt: MILLISECONDS, ...carriage }
    }
    case 'deliver':
      return { status: 'delivered', deliveredAt: INSTANT }
    case 'hold':
      return { heldAt: INSTANT, holdReason: reason }
    case 'release':
      return { heldAt: null, holdReason: null }
    case 'cancel': {
      const released = { heldAt: null, holdReason: null }
      return { ...released, cancelledAt: INSTANT, cancellationReason: reason }
    }
  }
}

function itemChange(verb: ShipmentVerb) {
  if (verb === 'ship') return { status: 'shipped', activeShipmentId: null } as const
  if (verb === 'deliver') return { status: 'delivered' } as const
  if (verb === 'cancel') return { status: 'in_vault', activeShipmentId: null } as const
  return {}
}
