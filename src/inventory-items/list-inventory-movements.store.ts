import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { BY_NUMBER, type Page, type PageRequest, toPage } from '../domain/pagination.ts'
import { INVENTORY_MOVEMENT_COLUMNS, type InventoryMovementRow } from './inventory-movement.ts'

const PAGES = new KeysetPages({
  order: BY_NUMBER,
  conditions: {},
  select: ({ where, rows }) => `
    select ${INVENTORY_MOVEMENT_COLUMNS}
    from inventory_movements
    where organization_id = $1 and inventory_item_id = $2 ${where}
    ${rows}`,
  // One row of nulls: the page is past the end of the log. No row: there is no item.
  around: (page) => `
    select movement.*
    from inventory_items as item
    left join lateral (${page}) as movement on true
    where item.organization_id = $1 and item.id = $2
    order by movement.number`,
})

type MovementOrNulls = InventoryMovementRow | { readonly number: null }

/** One page of an item's log, oldest first; undefined where there is no item. */
export async function listInventoryMovements(
  caller: Caller,
  database: RequestDatabase,
  inventoryItemId: string,
  request: PageRequest,
): Promise<Page<InventoryMovementRow> | undefined> {
  const rows = await PAGES.read<MovementOrNulls>(caller, database, request, inventoryItemId)
  if (rows.length === 0) return undefined
  return toPage(
    rows.filter((row) => row.number !== null),
    request,
    BY_NUMBER,
  )
}
