import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { ListOrder, Page, PageRequest } from '../domain/pagination.ts'
import { INVENTORY_MOVEMENT_COLUMNS, type InventoryMovementRow } from './inventory-movement.ts'

/** The first movement first. */
export const MOVEMENT_ORDER: ListOrder = {
  direction: 'ascending',
  key: [{ name: 'number', type: 'number' }],
}

const PAGES = new KeysetPages({
  order: MOVEMENT_ORDER,
  conditions: {},
  select: ({ where, rows }) => `
    select ${INVENTORY_MOVEMENT_COLUMNS}
    from inventory_movements
    where organization_id = $1 and inventory_item_id = $2 ${where}
    ${rows}`,
  recordTable: 'inventory_items',
})

/** One page of an item's log, oldest first; undefined where there is no item. */
export async function listInventoryMovements(
  caller: Caller,
  database: RequestDatabase,
  inventoryItemId: string,
  request: PageRequest,
): Promise<Page<InventoryMovementRow> | undefined> {
  return await PAGES.pageOfRecord(caller, database, request, inventoryItemId)
}
