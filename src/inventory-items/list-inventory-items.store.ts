import type { Sql } from 'postgres'
import type { Caller } from '../caller.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { type CreatedSpan, NEWEST_FIRST, type Page, type PageRequest, toPage } from '../pages.ts'
import { type InventoryItemRow, type ItemStatus, SHOWN_ITEM_COLUMNS } from './inventory-item.ts'

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
    const select = (cut: PageCut) => sql`
      select ${sql.unsafe(SHOWN_ITEM_COLUMNS)}
      from inventory_items as item
      where organization_id = ${caller.organizationId}
        ${status === undefined ? sql`` : stands(caller, sql, status)}
        ${fboAccountId === undefined ? sql`` : sql`and fbo_account_id = ${fboAccountId}`}
        ${createdFrom === undefined ? sql`` : sql`and created_at >= ${createdFrom}::text::timestamptz`}
        ${createdBefore === undefined ? sql`` : sql`and created_at < ${createdBefore}::text::timestamptz`}
        ${cut.where}
      ${cut.rows}`
    return pageRows<InventoryItemRow>(sql, request, NEWEST_FIRST, select)
  })
  return toPage(rows, request, NEWEST_FIRST)
}

/**
 * What is claimed is found by what claims it, all of it for each page: the claims on an item are in no
 * index. The condition on the claim itself leaves out what was let go meanwhile.
 */
function stands({ organizationId }: Caller, sql: Sql, status: ItemStatus) {
  switch (status) {
    case 'in_vault':
      return sql`
        and status = 'in_vault' and active_transfer_id is null and active_shipment_id is null`
    case 'transfer_pending':
      return sql`
        and active_transfer_id is not null and id = any(array(
          select unnest(item_ids)
          from transfer_batches
          where organization_id = ${organizationId} and status = 'pending'))`
    case 'shipment_pending':
      return sql`
        and active_shipment_id is not null and id = any(array(
          select inventory_item_id
          from outbound_shipments as shipment
          join outbound_shipment_items as listed on listed.organization_id = ${organizationId}
            and outbound_shipment_id = shipment.id
          where shipment.organization_id = ${organizationId} and cancelled_at is null
            and status in ('packing', 'inspecting', 'pending_approval', 'approved')))`
    default:
      // The index by status leaves out `in_vault`, where nearly all items are. A plan for any status
      // cannot know that this one is another unless the statement says so.
      return sql`and status = ${status} and status <> 'in_vault'`
  }
}
