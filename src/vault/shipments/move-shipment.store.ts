import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { ITEM_STATUS } from '../items/inventory-item.ts'
import type { LockedItem } from '../items/item-changes.store.ts'
import {
  type ShipmentDetailsRow,
  STORED_SHIPMENT_COLUMNS,
  type StoredShipmentRow,
} from './outbound-shipment.ts'
import { readDirections } from './shipment-directions.store.ts'
import { withDirections } from './shipment-directions.ts'

const SHIPMENT = `
  select ${STORED_SHIPMENT_COLUMNS}
  from outbound_shipments
  where organization_id = $1 and id = $2
  for no key update`

// Runs behind the lock of the shipment, so that it sees items that an import has just added.
const ITEMS = `
  select id, ${ITEM_STATUS} as status,
    (extract(epoch from changed_at) * 1000)::float8 as changed_at_ms, declared_value_cents
  from inventory_items as item
  where organization_id = $1 and id = any(array(
    select inventory_item_id
    from outbound_shipment_items
    where organization_id = $1 and outbound_shipment_id = $2
  ))
  order by id
  for no key update`

type ShippedItem = Pick<LockedItem, 'id' | 'status' | 'changedAtMs' | 'declaredValueCents'>

export interface LockedShipment {
  /** Undefined where the organization has none with this id. */
  readonly shipment: ShipmentDetailsRow | undefined
  readonly items: readonly ShippedItem[]
  /** The salt of its directions; null if they have none. */
  readonly salt: string | null
}

/**
 * Locks the shipment, then its items in the order of their ids. Every step does: of two (ship and
 * hold, ship and cancel, two approvers) the second waits, sees the shipment as the first left it
 * and is refused with that status. From their claim to their delivery, only the shipment changes
 * its items. FOR NO KEY UPDATE: foreign keys of other rows can still read both.
 */
export async function lockShipment(
  tx: OrganizationTransaction,
  id: string,
): Promise<LockedShipment> {
  const [[stored], { directions, salt }, items] = await Promise.all([
    tx.run<StoredShipmentRow>(SHIPMENT, [id]),
    readDirections(tx, id),
    tx.run<ShippedItem>(ITEMS, [id]),
  ])
  return { shipment: stored && withDirections(stored, directions), items, salt }
}

const UPDATE = `
  update outbound_shipments
  set status = $3, shipped_at = $4, approved_at = $5, approved_by_token_id = $6, held_at = $7,
    hold_reason = $8, cancelled_at = $9, cancellation_reason = $10, carrier = $11, service = $12,
    tracking_number = $13, delivered_at = $14,
    approvals_required = coalesce($15, approvals_required)
  where organization_id = $1 and id = $2`

/**
 * Writes everything of a shipment that a step can change.
 * @param approvalsRequired how many people approved it with this step; null where none did
 */
export function writeShipment(
  tx: OrganizationTransaction,
  shipment: ShipmentDetailsRow,
  approvalsRequired: number | null,
): void {
  const instant = (at: Date | null) => at?.toISOString() ?? null
  void tx.run(UPDATE, [
    shipment.id,
    shipment.status,
    instant(shipment.shippedAt),
    instant(shipment.approvedAt),
    shipment.approvedByTokenId,
    instant(shipment.heldAt),
    shipment.holdReason,
    instant(shipment.cancelledAt),
    shipment.cancellationReason,
    shipment.carrier,
    // Until then it is one of its directions.
    shipment.shippedAt && shipment.service,
    shipment.trackingNumber,
    instant(shipment.deliveredAt),
    approvalsRequired,
  ])
}
