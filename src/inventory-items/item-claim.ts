import Type, { type TSchema } from 'typebox'
import type { Violation } from '../domain/errors.ts'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { recordId } from '../domain/fields.ts'
import type { ItemStatus } from './inventory-item.ts'

// A claim is what a transfer batch and a shipment have in common: both take items of one account
// that lie in the vault, all of them or none, and are refused in the same words.

/** What a decision about an item needs to know of it. */
export interface ItemState {
  readonly id: string
  readonly fboAccountId: string
  readonly status: ItemStatus
  /** The transfer batch that holds the item; null unless `transfer_pending`. */
  readonly activeTransferId: string | null
  /** The outbound shipment that holds the item; null unless `shipment_pending`. */
  readonly activeShipmentId: string | null
}

/** The member that names an item in the body of a claim. */
export const CLAIMED_ITEM_ID = recordId(
  'Identifier of an inventory item; unique within the request.',
  EXAMPLE_IDS.inventoryItem,
)

/** The `items` of a body: at least one, each refusal of the list with its published code. */
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

/** Each position of an id that is in a body's `items` more than once: `duplicate_item`. */
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

/** An account in a body that the organization does not have: `fbo_account_not_found`. */
export function unknownAccount(pointer: string): Violation {
  return {
    pointer,
    code: 'fbo_account_not_found',
    detail: `The organization has no FBO account with the id in ${pointer.slice(1).replaceAll('/', '.')}: check the id.`,
  }
}

/** Every item that cannot be claimed: `item_not_in_source_account`, else `item_not_in_vault`. */
export function claimViolations(
  items: readonly { readonly inventoryItemId: string }[],
  accountId: string,
  itemsById: ReadonlyMap<string, ItemState>,
): Violation[] {
  return items.flatMap(({ inventoryItemId }, index) => {
    const pointer = `/items/${index}/inventoryItemId`
    const item = itemsById.get(inventoryItemId)
    // Spec choices N26, N27: what is not in the source account is told nothing more of.
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

/** The one holder of a claimed item, as a fact of a refusal; empty where none has an id. */
export function holderOf(item: Pick<ItemState, 'activeTransferId' | 'activeShipmentId'>): {
  activeTransferId?: string
  activeShipmentId?: string
} {
  if (item.activeTransferId !== null) return { activeTransferId: item.activeTransferId }
  if (item.activeShipmentId !== null) return { activeShipmentId: item.activeShipmentId }
  return {}
}
