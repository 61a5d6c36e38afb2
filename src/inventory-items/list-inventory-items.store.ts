import type { Caller } from '../caller.ts'
import { CREATED_CONDITIONS, KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { type CreatedSpan, NEWEST_FIRST, type Page, type PageRequest, toPage } from '../pages.ts'
import { INVENTORY_ITEM_COLUMNS, type InventoryItemRow, type ItemStatus } from './inventory-item.ts'

export interface ItemFilters extends CreatedSpan {
  readonly status?: ItemStatus
  readonly fboAccountId?: string
}

const PAGES = new KeysetPages<ItemFilters>({
  order: NEWEST_FIRST,
  conditions: {
    // The index by status leaves out `in_vault`, where nearly all items are. A plan for any status
    // cannot know that this one is another unless the statement says so.
    status: (status) => {
      if (status === undefined) return ''
      return status === 'in_vault' ? 'and status = ?' : "and status = ? and status <> 'in_vault'"
    },
    fboAccountId: 'and fbo_account_id = ?',
    ...CREATED_CONDITIONS,
  },
  select: ({ where, rows }) => `
    select ${INVENTORY_ITEM_COLUMNS.join(', ')}
    from inventory_items
    where organization_id = $1 ${where}
    ${rows}`,
})

/** One page of the caller's items, newest first, ties broken by id: a total order. */
export async function listInventoryItems(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & ItemFilters,
): Promise<Page<InventoryItemRow>> {
  const rows = await PAGES.read<InventoryItemRow>(caller, database, request)
  return toPage(rows, request, NEWEST_FIRST)
}
