import { KeysetPages } from '../../database/keyset-page.ts'
import { INVENTORY_VALUATION_COLUMNS, type InventoryValuationRow } from './inventory-valuation.ts'

/** Oldest first. */
export const VALUATION_PAGES = new KeysetPages<InventoryValuationRow>({
  order: { direction: 'ascending', key: [{ name: 'number', type: 'number' }] },
  conditions: {},
  select: ({ where, rows }) => `
    select ${INVENTORY_VALUATION_COLUMNS}
    from inventory_valuations
    where organization_id = $1 and inventory_item_id = $2 ${where}
    ${rows}`,
  recordTable: 'inventory_items',
})
