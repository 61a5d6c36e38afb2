import type { InventoryItemRow } from '../items/inventory-item.ts'
import type { NewValue } from './revalue-inventory-items.rules.ts'
import type { LockedItems, Valuation } from './valuations.store.ts'

export interface Revalued {
  /** As they are from now on, in the order of the request. */
  readonly items: readonly InventoryItemRow[]
  /** One for each item that has another value from now on. */
  readonly valuations: readonly Valuation[]
}

/** Locked items with these values. One that has its value already is left as it is. */
export function revalued(
  values: readonly NewValue[],
  { itemsById, lastById }: LockedItems,
  nowMs: number,
): Revalued {
  const valuations: Valuation[] = []
  const items = values.map(({ inventoryItemId, declaredValueCents }) => {
    const item = itemsById.get(inventoryItemId) as InventoryItemRow
    if (item.declaredValueCents === declaredValueCents) return item
    const last = lastById.get(inventoryItemId)
    valuations.push({
      inventoryItemId,
      number: (last?.number ?? 0) + 1,
      // Never before the last valuation, nor before the item came.
      at: new Date(Math.max(nowMs, last?.at.getTime() ?? 0, item.createdAt.getTime())),
      fromValueCents: item.declaredValueCents,
      toValueCents: declaredValueCents,
    })
    return { ...item, declaredValueCents, version: item.version + 1 }
  })
  return { items, valuations }
}
