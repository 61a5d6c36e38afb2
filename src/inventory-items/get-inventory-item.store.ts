import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { type InventoryItemRow, SHOWN_ITEM_COLUMNS } from './inventory-item.ts'

/** The caller's item with this id; undefined where the organization has none. */
export async function getInventoryItem(
  caller: Caller,
  database: RequestDatabase,
  inventoryItemId: string,
): Promise<InventoryItemRow | undefined> {
  const rows = await database.run(
    caller,
    (sql) => sql<InventoryItemRow[]>`
      select ${sql.unsafe(SHOWN_ITEM_COLUMNS)}
      from inventory_items as item
      where organization_id = ${caller.organizationId} and id = ${inventoryItemId}`,
  )
  return rows[0]
}
