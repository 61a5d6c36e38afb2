import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { BY_POSITION, type Page, type PageRequest, toPage } from '../domain/pagination.ts'
import type { TRANSFER_REASONS } from '../domain/transfer-reasons.ts'

interface TransferItemRow {
  readonly position: number
  readonly inventoryItemId: string
  readonly reason: (typeof TRANSFER_REASONS)[number]
}

const PAGES = new KeysetPages({
  order: BY_POSITION,
  conditions: {},
  select: ({ where, rows }) => `
    select position::integer, inventory_item_id, reason
    from unnest(batch.item_ids, batch.reasons)
      with ordinality as line (inventory_item_id, reason, position)
    where true ${where}
    ${rows}`,
  // Every batch has items. So one row of nulls is a page past the end, and no row means no batch.
  around: (page) => `
    select item.position, inventory_item_id, reason
    from transfer_batches as batch
    left join lateral (${page}) as item on true
    where batch.organization_id = $1 and batch.id = $2
    order by item.position`,
})

type ItemOrNulls = TransferItemRow | { readonly position: null }

/** One page of a batch's items, in the order of the request; undefined if there is no such batch. */
export async function listTransferItems(
  caller: Caller,
  database: RequestDatabase,
  transferBatchId: string,
  request: PageRequest,
): Promise<Page<TransferItemRow> | undefined> {
  const rows = await PAGES.read<ItemOrNulls>(caller, database, request, transferBatchId)
  if (rows.length === 0) return undefined
  return toPage(
    rows.filter((row) => row.position !== null),
    request,
    BY_POSITION,
  )
}
