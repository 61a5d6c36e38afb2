import type { ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { newId } from '../../domain/ids.ts'
import type { RevaluationDetailsRow } from './revaluation.ts'
import { stateEvent, valuationEvents } from './revaluation-event.ts'
import { itemsRefusal, type NewValue, needsSecondPerson } from './revalue-inventory-items.rules.ts'
import {
  insertRevaluation,
  type LockedForRevaluation,
  lockForRevaluation,
} from './revalue-inventory-items.store.ts'
import { type Revalued, revalued } from './revalued.ts'
import { writeValuations } from './valuations.store.ts'

interface ValuesRequest {
  readonly values: readonly NewValue[]
  readonly reason: string
}

/** Items with their new values, at once or when a second person has approved the revaluation. */
type Outcome = Revalued & { readonly pending?: RevaluationDetailsRow }

/** Gives items new declared values, all of them or none; or asks for a second person to do so. */
export const REVALUE_INVENTORY_ITEMS = unbatchedChange({
  name: 'revalue_inventory_items',
  lock: (tx, { values }: ValuesRequest) => {
    const itemIds = values.map(({ inventoryItemId }) => inventoryItemId)
    return lockForRevaluation(tx, itemIds)
  },
  judge: judgeRevalue,
  write: (tx, { caller, input: { reason }, result: { pending, valuations } }) => {
    if (pending !== undefined) return insertRevaluation(tx, pending)
    writeValuations(tx, valuations, { reason, tokenId: caller.tokenId, revaluationId: null })
  },
  events: (one) =>
    one.result.pending === undefined
      ? valuationEvents(one, one.result)
      : stateEvent(one, one.result.pending),
})

function judgeRevalue(
  { caller, input }: ChangeRequest<ValuesRequest>,
  locked: LockedForRevaluation,
  { nowMs }: DecisionTime,
): Outcome | Error {
  const { values, reason } = input
  const refusal = itemsRefusal(values, locked.itemsById)
  if (refusal !== undefined) return refusal
  const found = revalued(values, locked, nowMs)
  const isLarge = found.valuations.some((valuation) => {
    const base = locked.baseById.get(valuation.inventoryItemId) ?? valuation.fromValueCents
    return needsSecondPerson(locked.policy, base, valuation.toValueCents)
  })
  if (!isLarge) return found
  const { transferExpirySeconds } = locked.policy
  const pending: RevaluationDetailsRow = {
    id: newId('reval'),
    organizationId: caller.organizationId,
    status: 'pending',
    totalItems: found.valuations.length,
    reason,
    requestedByTokenId: caller.tokenId,
    createdAt: new Date(nowMs),
    expiresAt:
      transferExpirySeconds === null ? null : new Date(nowMs + transferExpirySeconds * 1_000),
    decidedAt: null,
    decidedByTokenId: null,
    decisionReason: null,
    version: 1,
    itemIds: found.valuations.map(({ inventoryItemId }) => inventoryItemId),
    fromValuesCents: found.valuations.map(({ fromValueCents }) => fromValueCents),
    toValuesCents: found.valuations.map(({ toValueCents }) => toValueCents),
  }
  return { ...found, pending }
}
