import { KeysetPages } from '../../database/keyset-page.ts'
import { INVENTORY_MOVEMENT_COLUMNS, type InventoryMovementRow } from './inventory-movement.ts'

/** Oldest first. */
export const MOVEMENT_PAGES = new KeysetPages<InventoryMovementRow>({
  order: { direction: 'ascending', key: [{ name: 'number', type: 'number' }] },
  conditions: {},
  select: ({ where, rows }) => `
    select ${INVENTORY_MOVEMENT_COLUMNS}
    from inventory_movements
    where organization_id = $1 and inventory_item_id = $2 ${where}
    ${rows}`,
  recordTable: 'inventory_items',
})
