import { currentPolicy } from '../../access/organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import type { ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { newId } from '../../domain/ids.ts'
import type { RevaluationDetailsRow } from './revaluation.ts'
import { stateEvent, valuationEvents } from './revaluation-event.ts'
import { type Revalued, revalued } from './revaluation-totals.ts'
import { itemsRefusal, type NewValue, needsSecondPerson } from './revalue-inventory-items.rules.ts'
import { type LockedItems, lockItemsToRevalue, writeValuations } from './valuations.store.ts'

export interface LockedForRevaluation extends LockedItems {
  readonly policy: OrganizationPolicyRow
  /** Values that the changes of the last 24 hours began from, by item. */
  readonly baseById: ReadonlyMap<string, string>
}

// Changes add up only since the last one that a second person approved.
const BASES = `
  select distinct on (inventory_item_id) inventory_item_id as id, from_value_cents as cents
  from inventory_valuations as valuation
  where organization_id = $1 and inventory_item_id = any($2::text[])
    and at > statement_timestamp() - interval '24 hours' and revaluation_id is null
    and not exists (
      select from inventory_valuations as approved
      where approved.organization_id = $1
        and approved.inventory_item_id = valuation.inventory_item_id
        and approved.number > valuation.number and approved.revaluation_id is not null)
  order by inventory_item_id, number`

/** Locks items, and reads what their new values are judged by. */
export async function lockForRevaluation(
  tx: OrganizationTransaction,
  itemIds: readonly string[],
): Promise<LockedForRevaluation> {
  const [items, policy, bases] = await Promise.all([
    lockItemsToRevalue(tx, { items: '$2::text[]', parameter: itemIds }),
    currentPolicy(tx),
    tx.run<{ id: string; cents: string }>(BASES, [itemIds]),
  ])
  return { ...items, policy, baseById: new Map(bases.map(({ id, cents }) => [id, cents])) }
}

const INSERT = `
  insert into revaluations (organization_id, id, reason, total_items, item_ids, from_values_cents,
    to_values_cents, requested_by_token_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5::text[], $6::text[]::bigint[], $7::text[]::bigint[], $8,
    $9::text::timestamptz, $10::text::timestamptz)`

export function insertRevaluation(
  tx: OrganizationTransaction,
  revaluation: RevaluationDetailsRow,
): void {
  void tx.run(INSERT, [
    revaluation.id,
    revaluation.reason,
    revaluation.totalItems,
    revaluation.itemIds,
    revaluation.fromValuesCents,
    revaluation.toValuesCents,
    revaluation.requestedByTokenId,
    revaluation.createdAt.toISOString(),
    revaluation.expiresAt?.toISOString() ?? null,
  ])
}

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
