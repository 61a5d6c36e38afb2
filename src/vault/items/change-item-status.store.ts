import { rowOf } from '../../database/changes/row-of.ts'
import { type InventoryItemRow, SHOWN_ITEM_COLUMNS } from './inventory-item.ts'

/** Locks the item: a second change or claim waits, and sees it as the first left it. */
export const lockItem = rowOf<InventoryItemRow, [id: string]>(`
  select ${SHOWN_ITEM_COLUMNS}
  from inventory_items as item
  where organization_id = $1 and id = $2
  for no key update`)
