import { findById } from '../../database/find-by-id.ts'
import { type InventoryItemRow, SHOWN_ITEM_COLUMNS } from './inventory-item.ts'

export const getInventoryItem = findById<InventoryItemRow>(`
  select ${SHOWN_ITEM_COLUMNS}
  from inventory_items as item
  where organization_id = $1 and id = $2`)
