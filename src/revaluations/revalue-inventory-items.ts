import type { Change, ChangeRequest } from '../database/changes/change.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { itemRefusal, itemsRefusal, type NewValue } from './revalue-inventory-items.rules.ts'
import {
  type LockedForRevaluation,
  lockForRevaluation,
  type Valuation,
  type ValuedItem,
  writeValuations,
} from './revalue-inventory-items.store.ts'
import { valuationEvents } from './valuation-event.ts'

interface ValuesRequest {
  readonly values: readonly NewValue[]
  readonly reason: string
  /** Whether the request names a list of items, not one. */
  readonly isList: boolean
  readonly ifMatch: IfMatch
}

export interface Revalued {
  /** As they are from now on, in the order of the request. */
  readonly items: readonly ValuedItem[]
  /** One for each item that has another value from now on. */
  readonly valuations: readonly Valuation[]
}

/** Gives items new declared values, all of them or none. */
export const REVALUE_INVENTORY_ITEMS: Change<ValuesRequest, LockedForRevaluation, Revalued> = {
  name: 'revalue_inventory_items',
  lock: (tx, requests) => {
    const { values } = requests[0] as ValuesRequest
    return lockForRevaluation(
      tx,
      values.map(({ inventoryItemId }) => inventoryItemId),
    )
  },
  judge: judgeRevalue,
  write: (tx, accepted) => {
    for (const { caller, input, result } of accepted) {
      const made = { reason: input.reason, tokenId: caller.tokenId, revaluationId: null }
      writeValuations(tx, result.valuations, made)
    }
  },
  events: (accepted) => accepted.flatMap((one) => valuationEvents(one, one.result)),
}

function judgeRevalue(
  { input: { values, isList, ifMatch } }: ChangeRequest<ValuesRequest>,
  locked: LockedForRevaluation,
  { nowMs }: { readonly nowMs: number },
) {
  const [only] = values.map(({ inventoryItemId }) => locked.itemsById.get(inventoryItemId))
  const refusal = isList
    ? itemsRefusal(values, locked.itemsById)
    : ((only && versionRefusal('item', { version: only.version, ifMatch })) ?? itemRefusal(only))
  return refusal ?? revalued(values, locked, nowMs)
}

/** The items with these values. One that has its value already is left as it is. */
function revalued(
  values: readonly NewValue[],
  { itemsById, lastById }: LockedForRevaluation,
  nowMs: number,
): Revalued {
  const valuations: Valuation[] = []
  const items = values.map(({ inventoryItemId, declaredValueCents }) => {
    const item = itemsById.get(inventoryItemId) as ValuedItem
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
