import { KeysetPages } from '../database/keyset-page.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { ListOrder, Page, PageRequest } from '../domain/pagination.ts'
import type { TRANSFER_REASONS } from '../domain/transfer-reasons.ts'

interface TransferItemRow {
  readonly position: number
  readonly inventoryItemId: string
  readonly reason: (typeof TRANSFER_REASONS)[number]
}

/** The order of the request. */
export const TRANSFER_ITEM_ORDER: ListOrder = {
  direction: 'ascending',
  key: [{ name: 'position', type: 'number' }],
}

const PAGES = new KeysetPages({
  order: TRANSFER_ITEM_ORDER,
  conditions: {},
  select: ({ where, rows }) => `
    select position::integer, inventory_item_id, reason
    from unnest(record.item_ids, record.reasons)
      with ordinality as line (inventory_item_id, reason, position)
    where true ${where}
    ${rows}`,
  // The statement names its row `record`.
  recordTable: 'transfer_batches',
})

/**
 * One page of a batch's items, in the order of the request; undefined if there is no such record.
 */
export async function listTransferItems(
  caller: Caller,
  database: RequestDatabase,
  transferBatchId: string,
  request: PageRequest,
): Promise<Page<TransferItemRow> | undefined> {
  return await PAGES.pageOfRecord(caller, database, request, transferBatchId)
}
