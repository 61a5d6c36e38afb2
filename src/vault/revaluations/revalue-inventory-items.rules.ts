import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { type Refusal, refusalOf, type Violation } from '../../domain/errors.ts'
import { hasLeft, type InventoryItemRow } from '../items/inventory-item.ts'

/** The new value of an item; cents as decimal text. */
export interface NewValue {
  readonly inventoryItemId: string
  readonly declaredValueCents: string
}

/** Why items cannot be revalued, all of them in one refusal. */
export function itemsRefusal(
  values: readonly NewValue[],
  itemsById: ReadonlyMap<string, Pick<InventoryItemRow, 'status'>>,
): Refusal | undefined {
  const violations = values.flatMap(({ inventoryItemId }, index): Violation[] => {
    const item = itemsById.get(inventoryItemId)
    if (item !== undefined && !hasLeft(item.status)) return []
    const code = item === undefined ? 'inventory_item_not_found' : 'item_left_vault'
    const pointer = `/items/${index}/inventoryItemId`
    const members = { inventoryItemId, ...(item !== undefined && { itemStatus: item.status }) }
    const detail =
      item === undefined
        ? `The organization has no item ${inventoryItemId}: check the id, or leave it out.`
        : `Item ${inventoryItemId} is ${item.status}, and left the vault: leave it out.`
    return [{ pointer, code, detail, members }]
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
