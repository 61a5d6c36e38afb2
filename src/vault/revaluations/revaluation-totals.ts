import { type Static, Type } from 'typebox'
import { IN_MINOR_UNITS, namedObject } from '../../domain/fields.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import type { InventoryItemRow } from '../items/inventory-item.ts'
import type { NewValue } from './revalue-inventory-items.rules.ts'
import type { LockedItems, Valuation } from './valuations.store.ts'

const sum = (when: string, example: string) =>
  Type.String({
    description: `Sum of the declared values of all items of the request ${when}. ${IN_MINOR_UNITS}.`,
    pattern: CENTS_SUM_PATTERN,
    examples: [example],
  })

export const REVALUATION_TOTALS = namedObject(
  'RevaluationTotals',
  'What a revaluation of several items changes in all.',
  {
    revaluedItems: Type.Integer({
      description: 'Number of items that get another value.',
      examples: [1],
    }),
    fromValueCents: sum('before', '1250000'),
    toValueCents: sum('after', '1500000'),
  },
)

export function totalsOf({ items, valuations }: Revalued): Static<typeof REVALUATION_TOTALS> {
  const to = items.reduce((total, item) => total + BigInt(item.declaredValueCents), 0n)
  const change = valuations.reduce(
    (total, { fromValueCents, toValueCents }) =>
      total + BigInt(toValueCents) - BigInt(fromValueCents),
    0n,
  )
  return {
    revaluedItems: valuations.length,
    fromValueCents: String(to - change),
    toValueCents: String(to),
  }
}

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
