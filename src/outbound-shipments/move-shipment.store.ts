import type { TokenHolder } from '../access-tokens/access-token.ts'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { ITEM_STATUS, type ItemStatus } from '../inventory-items/inventory-item.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { SHIPMENT_DETAILS_COLUMNS, type ShipmentDetailsRow } from './outbound-shipment.ts'

const SHIPMENT = `
  select ${SHIPMENT_DETAILS_COLUMNS}
  from outbound_shipments
  where organization_id = $1 and id = $2
  for no key update`

// Runs behind the lock of the shipment, so that it sees items that an import has just added.
const ITEMS = `
  select id, ${ITEM_STATUS} as status,
    (extract(epoch from changed_at) * 1000)::float8 as changed_at_ms
  from inventory_items as item
  where organization_id = $1 and id = any(array(
    select inventory_item_id
    from outbound_shipment_items
    where organization_id = $1 and outbound_shipment_id = $2
  ))
  order by id
  for no key update`

const TOKENS = `
  select id, principal_id, owner
  from access_tokens
  where organization_id = $1 and (id = $3 or id = (
    select created_by_token_id from outbound_shipments where organization_id = $1 and id = $2))`

/** An item of a shipment under its lock. */
interface ShippedItem {
  readonly id: string
  readonly status: ItemStatus
  readonly changedAtMs: number
}

export interface LockedShipment {
  /** Undefined where the organization has none with this id. */
  readonly shipment: ShipmentDetailsRow | undefined
  readonly items: readonly ShippedItem[]
  readonly policy: OrganizationPolicyRow
  readonly tokens: readonly TokenHolder[]
}

/**
 * Locks the shipment, then its items in the order of their ids. Every step does: of two (ship and
 * hold, ship and cancel, two approvers) the second waits, sees the shipment as the first left it
 * and is refused with that status. From their claim to their delivery, only the shipment changes
 * its items. FOR NO KEY UPDATE: foreign keys of other rows can still read both.
 */
export async function lockShipment(
  tx: OrganizationTransaction,
  { id, tokenId }: { id: string; tokenId: string | null },
): Promise<LockedShipment> {
  const [[shipment], items, policy, tokens] = await Promise.all([
    tx.run<ShipmentDetailsRow>(SHIPMENT, [id]),
    tx.run<ShippedItem>(ITEMS, [id]),
    currentPolicy(tx),
    tx.run<TokenHolder>(TOKENS, [id, tokenId]),
  ])
  return { shipment, items, policy, tokens }
}

const UPDATE = `
  update outbound_shipments
  set status = $3, shipped_at = $4, approved_at = $5, approved_by_token_id = $6, held_at = $7,
    hold_reason = $8, cancelled_at = $9, cancellation_reason = $10, carrier = $11, service = $12,
    tracking_number = $13, delivered_at = $14
  where organization_id = $1 and id = $2`

/** Writes everything of a shipment that a step can change. */
export function writeShipment(tx: OrganizationTransaction, shipment: ShipmentDetailsRow): void {
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
    shipment.service,
    shipment.trackingNumber,
    instant(shipment.deliveredAt),
  ])
}
