import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { byId } from '../../database/changes/row-of.ts'
import { type InventoryItemRow, SHOWN_ITEM_COLUMNS } from '../items/inventory-item.ts'

interface LastValuation {
  readonly id: string
  readonly number: number
  readonly at: Date
}

export interface LockedItems {
  readonly itemsById: ReadonlyMap<string, InventoryItemRow>
  /** By item; none for an item that was never revalued. */
  readonly lastById: ReadonlyMap<string, LastValuation>
}

const lockText = (items: string) => `
  select ${SHOWN_ITEM_COLUMNS}
  from inventory_items as item
  where organization_id = $1 and id = any(${items})
  order by id
  for no key update`

const lastText = (items: string) => `
  select distinct on (inventory_item_id) inventory_item_id as id, number, at
  from inventory_valuations
  where organization_id = $1 and inventory_item_id = any(${items})
  order by inventory_item_id, number desc`

/**
 * Locks items in the order of their ids, and reads their last valuations behind the locks. A second
 * revaluation waits, and sees the values of the first. So does the approval of a transfer, which
 * locks the items as well.
 * @param items.items SQL for the ids, by the parameter `$2`
 */
export async function lockItemsToRevalue(
  tx: OrganizationTransaction,
  { items, parameter }: { readonly items: string; readonly parameter: string | readonly string[] },
): Promise<LockedItems> {
  const [locked, last] = await Promise.all([
    tx.run<InventoryItemRow>(lockText(items), [parameter]),
    tx.run<LastValuation>(lastText(items), [parameter]),
  ])
  return {
    itemsById: byId(locked),
    lastById: byId(last),
  }
}

/** A new value of an item; cents as decimal text. */
export interface Valuation {
  readonly inventoryItemId: string
  readonly number: number
  readonly at: Date
  readonly fromValueCents: string
  readonly toValueCents: string
}

const INSERT = `
  insert into inventory_valuations (organization_id, inventory_item_id, number, at,
    from_value_cents, to_value_cents, reason, token_id, revaluation_id)
  select organization_id, item_id, number::integer, at::timestamptz, from_cents::bigint,
    to_cents::bigint, $7, $8, $9
  from ${ORGANIZATION}
  cross join unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    as valuation (item_id, number, at, from_cents, to_cents)`

const REVALUE = `
  update inventory_items as item
  set declared_value_cents = valuation.cents::bigint, correction_count = correction_count + 1
  from unnest($2::text[], $3::text[]) as valuation (item_id, cents)
  where item.organization_id = $1 and item.id = valuation.item_id`

/** Writes new values of locked items, and their valuations. */
export function writeValuations(
  tx: OrganizationTransaction,
  valuations: readonly Valuation[],
  made: { reason: string; tokenId: string | null; revaluationId: string | null },
): void {
  if (valuations.length === 0) return
  const ids = valuations.map(({ inventoryItemId }) => inventoryItemId)
  const values = valuations.map(({ toValueCents }) => toValueCents)
  void tx.run(INSERT, [
    ids,
    valuations.map(({ number }) => String(number)),
    valuations.map(({ at }) => at.toISOString()),
    valuations.map(({ fromValueCents }) => fromValueCents),
    values,
    made.reason,
    made.tokenId,
    made.revaluationId,
  ])
  void tx.run(REVALUE, [ids, values])
}
