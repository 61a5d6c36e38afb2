import type { Caller, SettleClaims } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { changeRefusal } from './change-item-status.rules.ts'
import { changeItemStatus as decideChange, type ItemChange } from './change-item-status.store.ts'
import { type InventoryItemRow, inventoryItemNotFound } from './inventory-item.ts'

/**
 * Holds, releases or withdraws an item.
 *
 * The statement decides; the rules put a refusal into words from what it saw under its lock.
 * @returns the item as it stands now
 * @throws {Refusal} `inventory_item_not_found`; `invalid_state_transition`
 */
export async function changeItemStatus(
  caller: Caller,
  database: Database,
  settle: SettleClaims,
  change: ItemChange,
): Promise<InventoryItemRow> {
  // The claim of a transfer that has expired stands in nobody's way.
  await settle(caller)
  const result = await decideChange(caller, database, change)
  if (result === undefined) throw inventoryItemNotFound()
  if (result.changed !== null) return result.changed
  throw (
    changeRefusal(change.verb, result.seen) ??
    new Error(`${change.inventoryItemId} was ${result.seen.status} and did not take ${change.verb}`)
  )
}
