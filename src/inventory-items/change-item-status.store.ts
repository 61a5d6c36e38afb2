import type { Caller } from '../caller.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { ITEM_VERBS, type ItemVerb } from './change-item-status.rules.ts'
import { INVENTORY_ITEM_COLUMNS, type InventoryItemRow, ITEM_STATUS } from './inventory-item.ts'
import type { ItemState } from './item-claim.ts'

/** What somebody wants done to an item, and why. */
export interface ItemChange {
  readonly inventoryItemId: string
  readonly verb: ItemVerb
  readonly reason: string | null
}

/** One row: the item as changed (its columns null where it was not) beside what was seen of it. */
type ChangeRow = OrNulls<InventoryItemRow> & {
  readonly seen: ItemState
}

/**
 * Changes an item's status in one statement: lock, judge, write, log; undefined where the
 * organization has none of that id, a changed item of null where its status does not allow it.
 *
 * It locks the one row. Whoever claims the item or changes it too waits for that, or is waited for,
 * and the second sees the row as the first left it. FOR NO KEY UPDATE: foreign keys of other rows
 * may go on reading it. No status that takes a verb has a holder, and yet they are written as null:
 * where a claim has ended since this statement began, PostgreSQL checks the constraints for the row
 * as it was then, before it follows it to what it is now.
 */
export async function changeItemStatus(
  caller: Caller,
  database: RequestDatabase,
  { inventoryItemId, verb, reason }: ItemChange,
): Promise<{ changed: InventoryItemRow | null; seen: ItemState } | undefined> {
  const { organizationId, tokenId } = caller
  const { from, to, kind } = ITEM_VERBS[verb]
  const [row] = await database.decide(
    caller,
    (sql) => sql<ChangeRow[]>`
      with item as materialized (
        select id, fbo_account_id, ${sql.unsafe(ITEM_STATUS)} as status, active_transfer_id,
          active_shipment_id, changed_at
        from inventory_items as item
        where organization_id = ${organizationId} and id = ${inventoryItemId}
        for no key update
      ),
      changed as (
        update inventory_items
        set status = ${to}, hold_reason = ${to === 'on_hold' ? reason : null},
          active_transfer_id = null, active_shipment_id = null,
          movement_count = movement_count + 1,
          changed_at = greatest(date_trunc('milliseconds', clock_timestamp()), item.changed_at)
        from item
        where inventory_items.organization_id = ${organizationId}
          and inventory_items.id = ${inventoryItemId} and item.status = ${from}
        returning ${sql(INVENTORY_ITEM_COLUMNS.map((column) => `inventory_items.${column}`))},
          movement_count
      ),
      logged as (
        insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
          from_fbo_account_id, from_status, to_fbo_account_id, to_status, token_id, reason)
        select organization_id, id, movement_count, changed_at, ${kind},
          fbo_account_id, ${from}, fbo_account_id, status, ${tokenId}, ${reason}
        from changed
      )
      select ${sql(INVENTORY_ITEM_COLUMNS.map((column) => `changed.${column}`))},
        item_as_seen(${organizationId}, item.id, item.fbo_account_id, item.status,
          item.active_transfer_id, item.active_shipment_id) as seen
      from item left join changed on true`,
  )
  if (row === undefined) return undefined
  const { seen, ...changed } = row
  return { changed: changed.id === null ? null : changed, seen }
}
