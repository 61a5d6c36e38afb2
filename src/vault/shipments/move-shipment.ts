import { signInRefusal } from '../../access/organizations/sign-in-refusal.ts'
import { isSamePerson } from '../../access/tokens/access-token.ts'
import type { ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { Refusal } from '../../domain/errors.ts'
import { tidiedId } from '../../domain/folding.ts'
import type { ShipmentStatus } from '../../domain/shipment-statuses.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import {
  type ApprovalState,
  approvalEvents,
  approvalStanding,
  type CallersApproval,
  requiredApprovals,
} from '../approvals/approval.ts'
import { type GivenProof, provenApproval } from '../approvals/approval-proof.ts'
import { endApprovals, writeApproval } from '../approvals/approvals.store.ts'
import { changeItems, momentOf } from '../items/item-changes.store.ts'
import { shipmentContent } from './approved-shipment.ts'
import { moveRefusal, SHIPMENT_STEPS, type ShipmentVerb } from './move-shipment.rules.ts'
import { type LockedForMove, lockForMove, writeShipment } from './move-shipment.store.ts'
import { outboundShipmentNotFound, type ShipmentDetailsRow } from './outbound-shipment.ts'
import { shipmentEvent } from './shipment-event.ts'

/** A verb, and the members of its body. */
export type ShipmentMove =
  | { readonly verb: Exclude<ShipmentVerb, 'approve' | 'ship' | 'hold' | 'release' | 'cancel'> }
  | { readonly verb: 'approve'; readonly proof?: GivenProof }
  | { readonly verb: 'hold' | 'cancel'; readonly reason: string }
  | { readonly verb: 'release'; readonly reason?: string }
  | {
      readonly verb: 'ship'
      readonly carrier: string
      readonly service?: string
      readonly trackingNumber: string
    }

interface RequestedMove extends RecordToChange {
  readonly move: ShipmentMove
}

export interface MovedShipment {
  readonly shipment: ShipmentDetailsRow
  readonly statusBefore: ShipmentStatus
  readonly itemIds: readonly string[]
  readonly approvals: ApprovalState
  /** The caller's; a shipment that needs another one stays as it is. */
  readonly approval: CallersApproval | undefined
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
}

/** Takes a shipment one step further, back, or out, together with its items. */
export const MOVE_SHIPMENT = unbatchedChange({
  name: 'move_shipment',
  lock: (tx, { id, move }: RequestedMove, { tokenId }) => {
    const approval = move.verb === 'approve' ? move : undefined
    return lockForMove(tx, { id, tokenId, approval })
  },
  judge: judgeMoveShipment,
  write: (tx, { caller, input: { move }, result }) => {
    const { shipment, statusBefore, itemIds, atMs, approval } = result
    const { done, itemsFrom, itemsTo } = SHIPMENT_STEPS[move.verb]
    if (approval) writeApproval(tx, 'outbound_shipment', shipment.id, approval)
    if (approval?.isLast === false) return
    if (shipment.status === 'packing' && statusBefore === 'pending_approval') {
      void endApprovals(tx, 'outbound_shipment', shipment.id, atMs)
    }
    writeShipment(tx, shipment, approval?.isKept ? approval.required : null)
    changeItems(tx, {
      itemIds,
      kind: `shipment_${done}`,
      atMs,
      fromStatus: itemsFrom,
      toStatus: itemsTo,
      outboundShipmentId: shipment.id,
      tokenId: caller.tokenId,
      reason: 'reason' in move ? (move.reason ?? null) : null,
    })
  },
  events: (one) => {
    const { shipment, statusBefore, atMs, approval } = one.result
    const { done } = SHIPMENT_STEPS[one.input.move.verb]
    const given = approvalEvents(approval, (event) =>
      shipmentEvent(one, shipment, { type: 'outbound_shipment.approval_given', ...event }),
    )
    if (approval?.isLast === false) return given
    const moved = shipmentEvent(one, shipment, {
      type: `outbound_shipment.${done}`,
      occurredAt: new Date(atMs),
      data: { statusBefore, statusAfter: shipment.status },
    })
    return [...given, moved]
  },
})

function judgeMoveShipment(
  { caller, input: { ifMatch, move } }: ChangeRequest<RequestedMove>,
  { shipment, items, policy, approvals: soFar, tokens, signers, salt }: LockedForMove,
  { nowMs }: DecisionTime,
): MovedShipment | Error {
  if (shipment === undefined) return outboundShipmentNotFound()
  const { version, status, holdReason, cancelledAt } = shipment
  const own = tokens.find(({ isCaller }) => isCaller)
  const callersOwn = tokens.filter((token) => isSamePerson(token, own))
  const declared = items.reduce((sum, item) => sum + BigInt(item.declaredValueCents), 0n)
  const approvals = requiredApprovals(soFar, {
    totalItems: shipment.totalItems,
    declaredValuesCents: [`${declared}`],
    fboAccountIds: [shipment.fboAccountId],
  })
  const signIn = move.verb === 'approve' ? approvals : move.verb === 'release' ? policy : undefined
  const refusal =
    (signIn && signInRefusal(caller, signIn, nowMs)) ??
    versionRefusal('shipment', { version, ifMatch }) ??
    moveRefusal(move.verb, {
      status,
      holdReason,
      cancelledAt,
      fourEyes: policy.fourEyes,
      recipientRequired: policy.recipientRequired,
      hasRecipient: shipment.recipient !== null,
      createdByCaller: callersOwn.some(({ isCreator }) => isCreator),
      directedByCaller: callersOwn.some(({ isDirector }) => isDirector),
      approvals: approvalStanding(approvals, { tokenId: caller.tokenId, holder: own }),
    })
  if (refusal !== undefined) return refusal
  const { itemsFrom } = SHIPMENT_STEPS[move.verb]
  if (items.length < shipment.totalItems || items.some((item) => item.status !== itemsFrom)) {
    return new Error(`${shipment.id} lost items of its claim`)
  }
  const atMs = momentOf(nowMs, items)
  const itemIds = items.map(({ id }) => id)
  const approval =
    move.verb === 'approve'
      ? provenApproval(caller, approvals, {
          ...{ given: move.proof, signers, atMs },
          content: shipmentContent(shipment, { itemIds, declaredValueCents: `${declared}`, salt }),
        })
      : undefined
  if (approval instanceof Refusal) return approval
  const found = { statusBefore: status, itemIds, atMs, approvals: approval ?? approvals, approval }
  if (approval?.isLast === false) {
    return { ...found, shipment: { ...shipment, version: version + 1 } }
  }
  const moved = afterMove(shipment, move, { at: new Date(atMs), tokenId: caller.tokenId })
  return { ...found, shipment: moved }
}

function afterMove(
  shipment: ShipmentDetailsRow,
  move: ShipmentMove,
  { at, tokenId }: { at: Date; tokenId: string | null },
): ShipmentDetailsRow {
  const { to } = SHIPMENT_STEPS[move.verb]
  const moved = { ...shipment, status: to ?? shipment.status, version: shipment.version + 1 }
  const released = { heldAt: null, holdReason: null }
  switch (move.verb) {
    case 'approve':
      return { ...moved, approvedAt: at, approvedByTokenId: tokenId }
    case 'ship': {
      const { carrier, service = shipment.service, trackingNumber } = move
      const tracked = { trackingNumber: tidiedId(trackingNumber) }
      return { ...moved, shippedAt: at, carrier, service, ...tracked }
    }
    case 'deliver':
      return { ...moved, deliveredAt: at }
    case 'hold':
      return { ...moved, heldAt: at, holdReason: move.reason }
    case 'release':
      return { ...moved, ...released }
    case 'cancel':
      // A cancelled shipment is not on hold any more: nothing could release it.
      return { ...moved, ...released, cancelledAt: at, cancellationReason: move.reason }
    default:
      return moved
  }
}
