import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { Refusal, refusalOf, type Violation } from '../../domain/errors.ts'
import { hasLeft, type InventoryItemRow, inventoryItemNotFound } from '../items/inventory-item.ts'

/** The new value of an item; cents as decimal text. */
export interface NewValue {
  readonly inventoryItemId: string
  readonly declaredValueCents: string
}

type State = Pick<InventoryItemRow, 'status'>

/** Why the one item cannot be revalued: `inventory_item_not_found`, else `item_left_vault`. */
export function itemRefusal(item: State | undefined): Refusal | undefined {
  if (item === undefined) return inventoryItemNotFound()
  if (!hasLeft(item.status)) return undefined
  return new Refusal('item_left_vault', {
    detail: `The item is ${item.status}: only an item in the vault can be revalued.`,
    members: { currentStatus: item.status },
  })
}

/** The same for each item of a list, all of them in one refusal. */
export function itemsRefusal(
  values: readonly NewValue[],
  itemsById: ReadonlyMap<string, State>,
): Refusal | undefined {
  const violations = values.flatMap(({ inventoryItemId }, index): Violation[] => {
    const item = itemsById.get(inventoryItemId)
    const refusal = itemRefusal(item)
    if (refusal === undefined) return []
    const pointer = `/items/${index}/inventoryItemId`
    const members = { inventoryItemId, ...(item !== undefined && { itemStatus: item.status }) }
    const detail =
      item === undefined
        ? `The organization has no item ${inventoryItemId}: check the id, or leave it out.`
        : `Item ${inventoryItemId} is ${item.status}, and left the vault: leave it out.`
    return [{ pointer, code: refusal.code, detail, members }]
  })
  return violations.length === 0 ? undefined : refusalOf(violations, 'state')
}

/**
 * Whether the policy asks for a second person: the value would be further from the one that the
 * changes of 24 hours began from than the policy lets one person move it. Cents as decimal text.
 */
export function needsSecondPerson(
  {
    revaluationMaxPercent: percent,
    revaluationMaxCents: cents,
  }: Pick<OrganizationPolicyRow, 'revaluationMaxPercent' | 'revaluationMaxCents'>,
  base: string,
  to: string,
): boolean {
  const change = BigInt(to) - BigInt(base)
  const distance = change < 0n ? -change : change
  const isOverPercent = percent !== null && distance * 100n > BigInt(base) * BigInt(percent)
  return isOverPercent || (cents !== null && distance > BigInt(cents))
}
