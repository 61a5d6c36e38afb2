import type { Caller } from '../caller.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { BY_POSITION, type Page, type PageRequest, toPage } from '../pages.ts'
import type { TRANSFER_REASONS } from './transfer-batch.ts'

export interface TransferItemRow {
  readonly position: number
  readonly inventoryItemId: string
  readonly reason: (typeof TRANSFER_REASONS)[number]
}

/** One page of a batch's items, in the order of the request; undefined where there is no batch. */
export async function listTransferItems(
  caller: Caller,
  database: RequestDatabase,
  transferBatchId: string,
  request: PageRequest,
): Promise<Page<TransferItemRow> | undefined> {
  const { organizationId } = caller
  // A batch has an item at least: one row of nulls is a page past the end, none is no batch.
  const rows = await database.decide(caller, (sql) => {
    const select = (cut: PageCut) => sql`
      select position::integer, inventory_item_id, reason
      from unnest(batch.item_ids, batch.reasons)
        with ordinality as line (inventory_item_id, reason, position)
      where true ${cut.where}
      ${cut.rows}`
    const page = pageRows(sql, request, BY_POSITION, select)
    return sql<(TransferItemRow | { readonly position: null })[]>`
      select item.position, inventory_item_id, reason
      from transfer_batches as batch
      left join lateral (${page}) as item on true
      where batch.organization_id = ${organizationId} and batch.id = ${transferBatchId}
      order by item.position`
  })
  if (rows.length === 0) return undefined
  return toPage(
    rows.filter((row) => row.position !== null),
    request,
    BY_POSITION,
  )
}
