import { currentPolicy } from '../../access/organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { RevaluationDetailsRow } from './revaluation.ts'
import { type LockedItems, lockItemsToRevalue } from './valuations.store.ts'

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
