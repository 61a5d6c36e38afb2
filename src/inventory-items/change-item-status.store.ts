import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { type InventoryItemRow, SHOWN_ITEM_COLUMNS } from './inventory-item.ts'

const LOCK = `
  select ${SHOWN_ITEM_COLUMNS}
  from inventory_items as item
  where organization_id = $1 and id = $2
  for no key update`

/**
 * The item, locked; undefined where the organization has none of that id. Who claims it or changes
 * it too waits, or is waited for, and sees it as the first left it. FOR NO KEY UPDATE: foreign keys
 * of other rows may go on reading it.
 */
export async function lockItem(
  tx: OrganizationTransaction,
  inventoryItemId: string,
): Promise<InventoryItemRow | undefined> {
  const [item] = await tx.run<InventoryItemRow>(LOCK, [inventoryItemId])
  return item
}
