import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { INVENTORY_ITEM_COLUMNS, type InventoryItemRow } from './inventory-item.ts'

/** The caller's item of that id; undefined where the organization has none. */
export async function getInventoryItem(
  caller: Caller,
  database: RequestDatabase,
  inventoryItemId: string,
): Promise<InventoryItemRow | undefined> {
  const rows = await database.decide(
    caller,
    (sql) => sql<InventoryItemRow[]>`
      select ${sql(INVENTORY_ITEM_COLUMNS)}
      from inventory_items
      where organization_id = ${caller.organizationId} and id = ${inventoryItemId}`,
  )
  return rows[0]
}
