import { tidiedId } from '../../domain/folding.ts'
import { endApprovals } from '../approvals/approvals.store.ts'
import type { Decision, Found } from '../approvals/decision.rules.ts'
import { type DecisionContract, decision } from '../approvals/decision.ts'
import { changeItems, momentOf } from '../items/item-changes.store.ts'
import {
  NEEDS_RECIPIENT,
  recipientRefusal,
  SHIPMENT_STEPS,
  type ShipmentVerb,
  stepRefusal,
} from './move-shipment.rules.ts'
import { type LockedShipment, lockShipment, writeShipment } from './move-shipment.store.ts'
import {
  APPROVED_SHIPMENT_STEP,
  OUTBOUND_SHIPMENT_BY_ID,
  SHIPMENT_STEP,
  type ShipmentDetailsRow,
  shipmentContent,
  shipmentEvent,
  toApprovedStep,
  toShipmentStep,
} from './outbound-shipment.ts'

/** A verb, and the members of its body. */
export type ShipmentMove =
  | { readonly verb: Exclude<ShipmentVerb, 'ship' | 'hold' | 'release' | 'cancel'> }
  | { readonly verb: 'hold' | 'cancel'; readonly reason: string }
  | { readonly verb: 'release'; readonly reason?: string }
  | {
      readonly verb: 'ship'
      readonly carrier: string
      readonly service?: string
      readonly trackingNumber: string
    }

type RequestedMove = Decision & ShipmentMove

type FoundShipment = Found<ShipmentDetailsRow> & Pick<LockedShipment, 'items'>

/** Takes a shipment one step further, back, or out, together with its items. */
export function shipmentStep(
  contract: Omit<DecisionContract, 'permission' | 'verb'> & { readonly verb: ShipmentVerb },
) {
  const { verb } = contract
  const isApproval = verb === 'approve'
  const { done, itemsFrom, itemsTo } = SHIPMENT_STEPS[verb]
  type Facts = { readonly locked: LockedShipment }
  return decision<RequestedMove, ShipmentDetailsRow, Facts, FoundShipment>({
    ...contract,
    permission: isApproval ? 'outbound_shipments:approve' : 'outbound_shipments:update',
    ...{ type: 'outbound_shipment', noun: 'shipment', path: '/v1/outbound-shipments' },
    ...OUTBOUND_SHIPMENT_BY_ID,
    asksSignIn: verb === 'release',
    shown: isApproval ? APPROVED_SHIPMENT_STEP : SHIPMENT_STEP,
    refusals: NEEDS_RECIPIENT.includes(verb) ? ['recipient_required'] : [],
    lock: (tx, [move]) => ({ locked: lockShipment(tx, (move as RequestedMove).id) }),
    find: (_move, { locked: { shipment, items, salt }, policy }, nowMs) => {
      if (shipment === undefined) return undefined
      const itemIds = items.map(({ id }) => id)
      const declared = items.reduce((sum, item) => sum + BigInt(item.declaredValueCents), 0n)
      return {
        row: shipment,
        items,
        atMs: momentOf(nowMs, items),
        illegal: stepRefusal(verb, shipment),
        ownRefusal: recipientRefusal(verb, shipment, policy),
        content: () =>
          shipmentContent(shipment, { itemIds, declaredValueCents: `${declared}`, salt }),
      }
    },
    end: ({ row, items, atMs }, { caller: { tokenId }, input }) => {
      if (items.length < row.totalItems || items.some((item) => item.status !== itemsFrom)) {
        return new Error(`${row.id} lost items of its claim`)
      }
      return afterMove(row, input, { at: new Date(atMs), tokenId })
    },
    write: (tx, { caller, input, result: { row, before, approval } }) => {
      const { items, atMs } = before
      if (row.status === 'packing' && before.row.status === 'pending_approval') {
        void endApprovals(tx, 'outbound_shipment', row.id, atMs)
      }
      writeShipment(tx, row, approval?.required ?? null)
      changeItems(tx, {
        itemIds: items.map(({ id }) => id),
        kind: `shipment_${done}`,
        atMs,
        fromStatus: itemsFrom,
        toStatus: itemsTo,
        outboundShipmentId: row.id,
        tokenId: caller.tokenId,
        reason: 'reason' in input ? (input.reason ?? null) : null,
      })
    },
    events: (one) => {
      const { row, before } = one.result
      return [
        shipmentEvent(one, row, {
          type: `outbound_shipment.${done}`,
          occurredAt: new Date(before.atMs),
          data: { statusBefore: before.row.status, statusAfter: row.status },
        }),
      ]
    },
    eventOf: shipmentEvent,
    view: (row, approvals) => (isApproval ? toApprovedStep(row, approvals) : toShipmentStep(row)),
  })
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
