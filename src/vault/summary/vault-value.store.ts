import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { SUMMARY_DAYS } from './summary-fields.ts'

/** The declared value in the vault, in cents as decimal text. */
export interface VaultValue {
  readonly declaredValueCents: string
  readonly thirtyDaysAgoCents: string
}

const THEN = `now() - interval '${SUMMARY_DAYS} days'`

/** SQL that adds up the values of items: of all, and of those that were there that day. */
export const VALUE_COLUMNS = `
    coalesce(sum(declared_value_cents), 0)::text as now_cents,
    coalesce(sum(declared_value_cents) filter (where created_at <= ${THEN}), 0)::text as then_cents`

export interface ValuedItems {
  readonly nowCents: string
  readonly thenCents: string
}

/** Items that have left since: their last stay ended after that day. */
const LEFT = `
  select coalesce(sum(declared_value_cents), 0)::text as cents
  from inventory_items as item
  cross join lateral (
    select count(*) > 0 as was_here
    from inventory_stays
    where organization_id = $1 and inventory_item_id = item.id and ended_at > ${THEN}
  ) as since
  where organization_id = $1 and status in ('shipped', 'delivered', 'withdrawn')
    and changed_at > ${THEN} and created_at <= ${THEN} and was_here`

/** The part that revaluations took since from the items that were there. */
const REVALUED = `
  select coalesce(sum(first.cents - item.declared_value_cents), 0)::text as cents
  from (
    select distinct on (inventory_item_id) inventory_item_id, from_value_cents as cents
    from inventory_valuations
    where organization_id = $1 and at > ${THEN}
    order by inventory_item_id, number
  ) as first
  join inventory_items as item on item.organization_id = $1 and item.id = first.inventory_item_id
  where item.created_at <= ${THEN}`

/** @param held the items in the vault */
export async function findVaultValue(
  tx: OrganizationTransaction,
  held: Promise<readonly ValuedItems[]>,
): Promise<VaultValue> {
  const [present, ...changes] = await Promise.all([
    held,
    ...[LEFT, REVALUED].map((text) => tx.run<{ cents: string }>(text, [])),
  ])
  const sum = (cents: readonly string[]) =>
    String(cents.reduce((total, one) => total + BigInt(one), 0n))
  return {
    declaredValueCents: sum(present.map(({ nowCents }) => nowCents)),
    thirtyDaysAgoCents: sum([
      ...present.map(({ thenCents }) => thenCents),
      ...changes.flat().map(({ cents }) => cents),
    ]),
  }
}
