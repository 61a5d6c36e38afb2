import type { Caller, SettleClaims } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { changeRefusal } from './change-item-status.rules.ts'
import { changeItemStatus as decideChange, type ItemChange } from './change-item-status.store.ts'
import { type InventoryItemRow, inventoryItemNotFound } from './inventory-item.ts'
import { isHeldByWhatIsOver } from './item-claim.ts'

/**
 * Holds, releases or withdraws an item.
 *
 * The statement decides; the rules put a refusal into words from what it saw under its lock.
 * @returns the item as it stands now
 * @throws {Refusal} `inventory_item_not_found`; `invalid_state_transition`
 */
export async function changeItemStatus(
  caller: Caller,
  database: RequestDatabase,
  settle: SettleClaims,
  change: ItemChange,
): Promise<InventoryItemRow> {
  const decide = () => decideChange(caller, database, change)
  let result = await decide()
  // A claim that is over stands in nobody's way.
  if (result?.changed === null && isHeldByWhatIsOver([result.seen])) {
    await database.beside(() => settle(caller))
    result = await decide()
  }
  if (result === undefined) throw inventoryItemNotFound()
  if (result.changed !== null) return result.changed
  throw (
    changeRefusal(change.verb, result.seen) ??
    new Error(`${change.inventoryItemId} was ${result.seen.status} and did not take ${change.verb}`)
  )
}
