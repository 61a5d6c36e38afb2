import { KeysetPages } from '../../database/keyset-page.ts'
import type { TRANSFER_REASONS } from '../../domain/transfer-reasons.ts'

interface TransferItemRow {
  readonly position: number
  readonly inventoryItemId: string
  readonly reason: (typeof TRANSFER_REASONS)[number]
}

export const TRANSFER_ITEM_PAGES = new KeysetPages<TransferItemRow>({
  order: { direction: 'ascending', key: [{ name: 'position', type: 'number' }] },
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
