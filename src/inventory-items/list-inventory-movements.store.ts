import type { Caller } from '../caller.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { BY_NUMBER, type Page, type PageRequest, toPage } from '../pages.ts'
import { INVENTORY_MOVEMENT_COLUMNS, type InventoryMovementRow } from './inventory-movement.ts'

/** One page of an item's log, the first movement first; undefined where there is no item. */
export async function listInventoryMovements(
  caller: Caller,
  database: RequestDatabase,
  inventoryItemId: string,
  request: PageRequest,
): Promise<Page<InventoryMovementRow> | undefined> {
  const { organizationId } = caller
  // One row of nulls is an item and a page past the end of its log; no row is no item.
  const rows = await database.decide(caller, (sql) => {
    const select = (cut: PageCut) => sql`
      select ${sql(INVENTORY_MOVEMENT_COLUMNS)}
      from inventory_movements
      where organization_id = ${organizationId} and inventory_item_id = ${inventoryItemId}
        ${cut.where}
      ${cut.rows}`
    const page = pageRows(sql, request, BY_NUMBER, select)
    return sql<(InventoryMovementRow | { readonly number: null })[]>`
      select movement.*
      from inventory_items as item
      left join lateral (${page}) as movement on true
      where item.organization_id = ${organizationId} and item.id = ${inventoryItemId}
      order by movement.number`
  })
  if (rows.length === 0) return undefined
  return toPage(
    rows.filter((row) => row.number !== null),
    request,
    BY_NUMBER,
  )
}
