import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { lockById, rowsOf } from '../../database/changes/row-of.ts'
import { ITEM_STATUS, type ItemStatus, storedStatus } from './inventory-item.ts'
import type { MovementKind } from './inventory-movement.ts'
import type { ItemState } from './item-claim.ts'

// Every change of items locks their rows, changes them, and writes a row of the log for each.

export interface LockedItem extends ItemState {
  /** Milliseconds since the Unix epoch. */
  readonly changedAtMs: number
  /** Decimal text. */
  readonly declaredValueCents: string
  /** Movements in its log so far. */
  readonly movementCount: number
}

/**
 * Locks items in the order of their ids, so overlapping changes wait in line and never in a circle.
 * FOR NO KEY UPDATE: foreign keys of other rows can still read them.
 * @returns by id, without items that the organization does not have
 */
export const lockItems = lockById<LockedItem>(`
  select id, fbo_account_id, ${ITEM_STATUS} as status, active_transfer_id, active_shipment_id,
    declared_value_cents, (extract(epoch from changed_at) * 1000)::float8 as changed_at_ms,
    movement_count
  from inventory_items as item
  where organization_id = $1 and id = any($2::text[])
  order by id
  for no key update`)

/** A change of items that stay in their account; no transfer holds them. */
interface ItemsChange {
  readonly itemIds: readonly string[]
  readonly kind: MovementKind
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
  readonly fromStatus: ItemStatus
  readonly toStatus: ItemStatus
  readonly outboundShipmentId?: string
  readonly tokenId: string | null
  readonly reason: string | null
}

const CHANGE = `
  update inventory_items
  set status = $3, active_shipment_id = $4, hold_reason = $5, movement_count = movement_count + 1,
    changed_at = $6::text::timestamptz
  where organization_id = $1 and id = any($2::text[])`

const LOG = `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    from_fbo_account_id, from_status, to_fbo_account_id, to_status, outbound_shipment_id, token_id,
    reason)
  select organization_id, id, movement_count, changed_at, $3, fbo_account_id, $4, fbo_account_id,
    $5, $6, $7, $8
  from inventory_items
  where organization_id = $1 and id = any($2::text[])`

// The last movement of an item ended its stay; an earlier one began it.
/** Writes the stays that the movements just logged have ended. */
export const endStays = rowsOf<object, [itemIds: readonly string[]]>(`
  insert into inventory_stays (organization_id, inventory_item_id, number, fbo_account_id, began_at,
    ended_at)
  select gone.organization_id, gone.inventory_item_id, gone.number, gone.from_fbo_account_id,
    least(arrival.at, gone.at), gone.at
  from inventory_items as item
  join inventory_movements as gone on gone.organization_id = $1
    and gone.inventory_item_id = item.id and gone.number = item.movement_count
  cross join lateral (
    select at
    from inventory_movements
    where organization_id = $1 and inventory_item_id = item.id and number < item.movement_count
      and kind in ('imported', 'taken_in', 'transfer_completed')
    order by number desc
    limit 1
  ) as arrival
  where item.organization_id = $1 and item.id = any($2::text[])`)

/** Changes items that this transaction has locked, and logs the change. */
export function changeItems(tx: OrganizationTransaction, change: ItemsChange): void {
  const { itemIds, toStatus, outboundShipmentId = null } = change
  void tx.run(CHANGE, [
    itemIds,
    storedStatus(toStatus),
    toStatus === 'shipment_pending' ? outboundShipmentId : null,
    toStatus === 'on_hold' ? change.reason : null,
    new Date(change.atMs).toISOString(),
  ])
  void tx.run(LOG, [
    itemIds,
    change.kind,
    change.fromStatus,
    toStatus,
    outboundShipmentId,
    change.tokenId,
    change.reason,
  ])
  if (toStatus === 'shipped' || toStatus === 'withdrawn') void endStays(tx, itemIds)
}

/** The moment of a change: now, but never before the last change of one of the items. */
export function momentOf(
  nowMs: number,
  items: Iterable<Pick<LockedItem, 'changedAtMs'> | undefined>,
): number {
  let atMs = nowMs
  for (const item of items) atMs = Math.max(atMs, item?.changedAtMs ?? 0)
  return atMs
}
