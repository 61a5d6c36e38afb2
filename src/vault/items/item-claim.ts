import { type TSchema, Type } from 'typebox'
import type { RefusalCode, Violation } from '../../domain/errors.ts'
import { recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import type { ItemStatus } from './inventory-item.ts'

// Transfer batches and shipments claim items alike: all items are of one account and in the vault,
// and all of them are claimed, or none. Refusals have the same words.

export interface ItemState {
  readonly id: string
  readonly fboAccountId: string
  readonly status: ItemStatus
  /** The transfer batch that holds the item; null unless `transfer_pending`. */
  readonly activeTransferId: string | null
  /** The outbound shipment that holds the item; null unless `shipment_pending`. */
  readonly activeShipmentId: string | null
}

/** The refusals of a claim, in the order of its checks. */
export const CLAIM_REFUSALS = [
  'items_required',
  'too_many_items',
  'invalid_item',
  'duplicate_item',
  'fbo_account_not_found',
  'item_not_in_source_account',
  'item_not_in_vault',
] as const satisfies readonly RefusalCode[]

export const CLAIMED_ITEM_ID = recordId(
  'Identifier of an inventory item; unique within the request.',
  EXAMPLE_IDS.inventoryItem,
)

/** The `items` of a body: at least one. Violations of the list have their published codes. */
export function claimedItems<Entry extends TSchema>(
  entry: Entry,
  options: { description: string; maxItems: number },
) {
  return Type.Array(entry, {
    ...options,
    minItems: 1,
    'x-violation-code': {
      required: 'items_required',
      type: 'items_required',
      minItems: 'items_required',
      maxItems: 'too_many_items',
    },
  })
}

/** `duplicate_item` for each position of an id that is in `items` more than once. */
export function duplicateItems(items: unknown): Violation[] {
  if (!Array.isArray(items)) return []
  const ids = items.map((item) => (item as { inventoryItemId?: unknown } | null)?.inventoryItemId)
  const seen = new Map<unknown, number>()
  for (const id of ids) seen.set(id, (seen.get(id) ?? 0) + 1)
  return ids.flatMap((id, index) => {
    if (typeof id !== 'string' || seen.get(id) === 1) return []
    return [
      {
        pointer: `/items/${index}/inventoryItemId`,
        code: 'duplicate_item' as const,
        detail: `Item ${id} appears ${seen.get(id)} times: send each item once.`,
        members: { inventoryItemId: id },
      },
    ]
  })
}

/** `item_not_in_source_account`, else `item_not_in_vault`, for each item that cannot be claimed. */
export function claimViolations(
  items: readonly { readonly inventoryItemId: string }[],
  accountId: string,
  itemsById: ReadonlyMap<string, ItemState>,
): Violation[] {
  return items.flatMap(({ inventoryItemId }, index) => {
    const pointer = `/items/${index}/inventoryItemId`
    const item = itemsById.get(inventoryItemId)
    // Spec choices N26, N27: nothing more is said of an item that is not in the source account.
    if (item === undefined || item.fboAccountId !== accountId) {
      return [
        {
          pointer,
          code: 'item_not_in_source_account' as const,
          detail: `Item ${inventoryItemId} is not in the source account: leave it out or correct its id.`,
          members: { inventoryItemId },
        },
      ]
    }
    if (item.status !== 'in_vault') return [itemNotInVault(item, pointer)]
    return []
  })
}

function itemNotInVault(item: ItemState, pointer: string): Violation {
  const holder = holderOf(item)
  const [heldBy] = Object.values(holder)
  const why = heldBy === undefined ? '' : `, held by ${heldBy}`
  return {
    pointer,
    code: 'item_not_in_vault',
    detail: `Item ${item.id} is ${item.status}${why}: only an in_vault item can be claimed.`,
    members: { inventoryItemId: item.id, itemStatus: item.status, ...holder },
  }
}

/** The holder of a claimed item, as a member of a refusal; empty where nothing holds it. */
export function holderOf(item: Pick<ItemState, 'activeTransferId' | 'activeShipmentId'>): {
  activeTransferId?: string
  activeShipmentId?: string
} {
  if (item.activeTransferId !== null) return { activeTransferId: item.activeTransferId }
  if (item.activeShipmentId !== null) return { activeShipmentId: item.activeShipmentId }
  return {}
}
