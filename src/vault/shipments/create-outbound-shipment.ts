import {
  BLOCKED_BY_EXPIRED,
  type ChangeRequest,
  type DecisionTime,
} from '../../database/changes/change.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { refusalOf } from '../../domain/errors.ts'
import { momentOf } from '../items/item-changes.store.ts'
import { stateViolations } from './create-outbound-shipment.rules.ts'
import {
  insertShipment,
  type LockedForShipment,
  lockForShipment,
  type NewShipment,
} from './create-outbound-shipment.store.ts'
import { shipmentOfErasedAccount } from './outbound-shipment.ts'
import { isPersonal, NO_DIRECTIONS } from './shipment-directions.ts'
import { shipmentEvent } from './shipment-event.ts'

/** Creates a shipment and claims its items, all of them or none. */
export const CREATE_OUTBOUND_SHIPMENT = unbatchedChange({
  name: 'create_outbound_shipment',
  seesExpired: true,
  lock: lockForShipment,
  judge: judgeCreateOutboundShipment,
  write: (tx, { input, result }) => {
    const itemIds = input.items.map(({ inventoryItemId }) => inventoryItemId)
    insertShipment(tx, result, itemIds)
  },
  events: (one) =>
    shipmentEvent(one, one.result, {
      type: 'outbound_shipment.created',
      occurredAt: one.result.createdAt,
      data: { statusAfter: one.result.status },
    }),
})

function judgeCreateOutboundShipment(
  { caller, input }: ChangeRequest<NewShipment>,
  facts: LockedForShipment,
  { nowMs, hasExpired }: DecisionTime,
) {
  const violations = stateViolations(input, facts)
  const items = input.items.map(({ inventoryItemId }) => facts.itemsById.get(inventoryItemId))
  if (violations.length > 0) {
    // A claim that has expired is ended first, and the request is judged again.
    const isPending = items.some((item) => item?.status === 'transfer_pending')
    if (hasExpired && facts.accountFound && isPending) return BLOCKED_BY_EXPIRED
    return refusalOf(violations, 'state')
  }
  const { directions = NO_DIRECTIONS } = input
  if (facts.accountErased && isPersonal(directions)) return shipmentOfErasedAccount()
  return {
    ...NEW,
    ...directions,
    id: input.id,
    fboAccountId: input.fboAccountId,
    organizationId: caller.organizationId,
    createdAt: new Date(momentOf(nowMs, items)),
    totalItems: items.length,
    notes: input.notes ?? null,
    createdByTokenId: caller.tokenId,
  }
}

const NEW = {
  status: 'packing',
  shippedAt: null,
  approvedAt: null,
  approvedByTokenId: null,
  heldAt: null,
  holdReason: null,
  cancelledAt: null,
  cancellationReason: null,
  carrier: null,
  trackingNumber: null,
  deliveredAt: null,
  version: 1,
} as const
