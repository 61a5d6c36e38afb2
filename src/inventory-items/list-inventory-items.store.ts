import type { Caller } from '../caller.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { type CreatedSpan, NEWEST_FIRST, type Page, type PageRequest, toPage } from '../pages.ts'
import { INVENTORY_ITEM_COLUMNS, type InventoryItemRow, type ItemStatus } from './inventory-item.ts'

export interface ItemFilters extends CreatedSpan {
  readonly status?: ItemStatus
  readonly fboAccountId?: string
}

/** One page of the caller's items, newest first, ties broken by id: a total order. */
export async function listInventoryItems(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & ItemFilters,
): Promise<Page<InventoryItemRow>> {
  const { status, fboAccountId, createdFrom, createdBefore } = request
  const rows = await database.decide(caller, (sql) => {
    // The index by status leaves out `in_vault`, where nearly all items are. A plan for any status
    // cannot know that this one is another unless the statement says so.
    const elsewhere = status === 'in_vault' ? sql`` : sql`and status <> 'in_vault'`
    const select = (cut: PageCut) => sql`
      select ${sql(INVENTORY_ITEM_COLUMNS)}
      from inventory_items
      where organization_id = ${caller.organizationId}
        ${status === undefined ? sql`` : sql`and status = ${status} ${elsewhere}`}
        ${fboAccountId === undefined ? sql`` : sql`and fbo_account_id = ${fboAccountId}`}
        ${createdFrom === undefined ? sql`` : sql`and created_at >= ${createdFrom}::text::timestamptz`}
        ${createdBefore === undefined ? sql`` : sql`and created_at < ${createdBefore}::text::timestamptz`}
        ${cut.where}
      ${cut.rows}`
    return pageRows<InventoryItemRow>(sql, request, NEWEST_FIRST, select)
  })
  return toPage(rows, request, NEWEST_FIRST)
}
