import type { Fault } from '../errors.ts'
import type { ItemState } from '../inventory-items/inventory-item.ts'

/** A transfer as requested; the body's own shape. */
export interface TransferRequest {
  readonly fromFboAccountId: string
  readonly toFboAccountId: string
  readonly notes?: string
  readonly items: readonly { readonly inventoryItemId: string; readonly reason: string }[]
}

/** What the database knew of everything the request names, at the moment of the decision. */
export interface TransferFacts {
  readonly fromAccountFound: boolean
  readonly toAccountFound: boolean
  /** The items found in the organization, by id; one that is missing here is unknown to it. */
  readonly itemsById: ReadonlyMap<string, ItemState>
}

/**
 * Rules that the request alone can tell, beyond its shape: `same_account`, `duplicate_item`. The
 * body may be of any shape: what the schema refuses as well must not hide a fault of these.
 */
export function requestFaults(body: unknown): Fault[] {
  if (typeof body !== 'object' || body === null) return []
  const { fromFboAccountId, toFboAccountId, items } = body as Partial<TransferRequest>
  return [
    ...sameAccount(fromFboAccountId, toFboAccountId),
    ...duplicateItems(Array.isArray(items) ? items : []),
  ]
}

/** Accounts that the organization does not have: `fbo_account_not_found`. */
export function accountFaults(facts: TransferFacts): Fault[] {
  const accounts = [
    { found: facts.fromAccountFound, member: 'fromFboAccountId' },
    { found: facts.toAccountFound, member: 'toFboAccountId' },
  ]
  return accounts
    .filter(({ found }) => !found)
    .map(({ member }) => ({
      pointer: `/${member}`,
      code: 'fbo_account_not_found',
      detail: `The organization has no FBO account with the id in ${member}: check the id.`,
    }))
}

/** Every item that cannot be moved: `item_not_in_source_account`, else `item_not_in_vault`. */
export function itemFaults(request: TransferRequest, facts: TransferFacts): Fault[] {
  return request.items.flatMap(({ inventoryItemId }, index) => {
    const pointer = `/items/${index}/inventoryItemId`
    const item = facts.itemsById.get(inventoryItemId)
    // Spec choices N26, N27: what is not in the source account is told nothing more of.
    if (item === undefined || item.fboAccountId !== request.fromFboAccountId) {
      return [
        {
          pointer,
          code: 'item_not_in_source_account' as const,
          detail: `Item ${inventoryItemId} is not in the source account: leave it out or correct its id.`,
          facts: { inventoryItemId },
        },
      ]
    }
    if (item.status !== 'in_vault') return [itemNotInVault(item, pointer)]
    return []
  })
}

function itemNotInVault(item: ItemState, pointer: string): Fault {
  const holder =
    item.activeTransferId !== null
      ? { activeTransferId: item.activeTransferId }
      : item.activeShipmentId !== null
        ? { activeShipmentId: item.activeShipmentId }
        : {}
  const [heldBy] = Object.values(holder)
  const why = heldBy === undefined ? '' : `, held by ${heldBy}`
  return {
    pointer,
    code: 'item_not_in_vault',
    detail: `Item ${item.id} is ${item.status}${why}: only an in_vault item can be transferred.`,
    facts: { inventoryItemId: item.id, itemStatus: item.status, ...holder },
  }
}

function sameAccount(from: unknown, to: unknown): Fault[] {
  if (typeof from !== 'string' || from !== to) return []
  return [
    {
      pointer: '/toFboAccountId',
      code: 'same_account',
      detail: 'toFboAccountId equals fromFboAccountId: name another destination.',
    },
  ]
}

/** Each position of an id that is there more than once, the first one too. */
function duplicateItems(items: readonly unknown[]): Fault[] {
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
        facts: { inventoryItemId: id },
      },
    ]
  })
}
