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

/** At most 5 % of the time goes into the counts of one organization. */
const REST_FACTOR = 20
const CACHED_MIN_MS = 2_000

/**
 * The last count of each organization, in the memory of this process. Requests share the count that
 * is under way. A count is cached for 20 times as long as it took, at least 2 s, so the price of
 * large organizations is bounded; then it is forgotten.
 */
export class CachedFigures<Figures> {
  readonly #counts = new Map<string, Promise<Figures>>()

  /** @throws what the count throws, to all who share it; the next request counts again */
  async find(organizationId: string, count: () => Promise<Figures>): Promise<Figures> {
    const cached = this.#counts.get(organizationId)
    if (cached !== undefined) return await cached
    const began = performance.now()
    const counting = count()
    this.#counts.set(organizationId, counting)
    let cachedMs = 0
    try {
      const figures = await counting
      cachedMs = Math.max(CACHED_MIN_MS, REST_FACTOR * (performance.now() - began))
      return figures
    } finally {
      setTimeout(() => this.#counts.delete(organizationId), cachedMs).unref()
    }
  }
}
