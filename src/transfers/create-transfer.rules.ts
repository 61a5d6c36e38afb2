import type { Violation } from '../domain/errors.ts'
import {
  claimViolations,
  duplicateItems,
  type ItemState,
  unknownAccount,
} from '../inventory-items/item-claim.ts'

/** A transfer as requested; the body's own shape. */
export interface TransferRequest {
  readonly fromFboAccountId: string
  readonly toFboAccountId: string
  readonly notes?: string
  readonly items: readonly { readonly inventoryItemId: string; readonly reason: string }[]
}

/** What is known of everything that a request names, under the locks. */
export interface TransferFacts {
  /** Accounts that the organization has, of those that are named. */
  readonly accountIds: ReadonlySet<string>
  /** The items found in the organization, by id; one that is missing here is unknown to it. */
  readonly itemsById: ReadonlyMap<string, ItemState>
}

/**
 * Rules that the request alone can tell, beyond its shape: `same_account`, `duplicate_item`. The
 * body may be of any shape: what the schema refuses as well must not hide a violation of these.
 */
export function requestViolations(body: unknown): Violation[] {
  if (typeof body !== 'object' || body === null) return []
  const { fromFboAccountId, toFboAccountId, items } = body as Partial<TransferRequest>
  return [...sameAccount(fromFboAccountId, toFboAccountId), ...duplicateItems(items)]
}

/** Accounts that the organization does not have: `fbo_account_not_found`. */
export function accountViolations(
  request: TransferRequest,
  { accountIds }: TransferFacts,
): Violation[] {
  return (['fromFboAccountId', 'toFboAccountId'] as const).flatMap((member) =>
    accountIds.has(request[member]) ? [] : [unknownAccount(`/${member}`)],
  )
}

/** Every item that cannot be moved: `item_not_in_source_account`, else `item_not_in_vault`. */
export function itemViolations(
  request: TransferRequest,
  { itemsById }: TransferFacts,
): Violation[] {
  return claimViolations(request.items, request.fromFboAccountId, itemsById)
}

function sameAccount(from: unknown, to: unknown): Violation[] {
  if (typeof from !== 'string' || from !== to) return []
  return [
    {
      pointer: '/toFboAccountId',
      code: 'same_account',
      detail: 'toFboAccountId equals fromFboAccountId: name another destination.',
    },
  ]
}
