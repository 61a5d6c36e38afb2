import { rowOf } from '../database/changes/row-of.ts'
import { type InventoryItemRow, SHOWN_ITEM_COLUMNS } from './inventory-item.ts'

const LOCK = `
  select ${SHOWN_ITEM_COLUMNS}
  from inventory_items as item
  where organization_id = $1 and id = $2
  for no key update`

/**
 * The item, locked; undefined where the organization has none with this id. A second change or
 * claim waits, and sees the item as the first left it. FOR NO KEY UPDATE: foreign keys of other
 * rows can still read it.
 */
export const lockItem = rowOf<InventoryItemRow, [id: string]>(LOCK)
