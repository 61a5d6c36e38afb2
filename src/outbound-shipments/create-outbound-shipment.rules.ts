import type { Violation } from '../domain/errors.ts'
import {
  claimViolations,
  duplicateItems,
  type ItemState,
  unknownAccount,
} from '../inventory-items/item-claim.ts'

/** A shipment as requested; the body's own shape. */
export interface ShipmentRequest {
  readonly fboAccountId: string
  readonly notes?: string
  readonly items: readonly { readonly inventoryItemId: string }[]
}

/** What the database knew of everything the request names, at the moment of the decision. */
export interface ShipmentFacts {
  readonly accountFound: boolean
  /** The items found in the organization, by id; one that is missing here is unknown to it. */
  readonly itemsById: ReadonlyMap<string, ItemState>
}

/**
 * Rules that the request alone can tell, beyond its shape: `duplicate_item`. The body may be of any
 * shape: what the schema refuses as well must not hide a violation of these.
 */
export function requestViolations(body: unknown): Violation[] {
  if (typeof body !== 'object' || body === null) return []
  return duplicateItems((body as Partial<ShipmentRequest>).items)
}

/** An account that the organization does not have: `fbo_account_not_found`. */
export function accountViolations({ accountFound }: ShipmentFacts): Violation[] {
  return accountFound ? [] : [unknownAccount('/fboAccountId')]
}

/** Every item that cannot be sent: `item_not_in_source_account`, else `item_not_in_vault`. */
export function itemViolations(
  request: ShipmentRequest,
  { itemsById }: ShipmentFacts,
): Violation[] {
  return claimViolations(request.items, request.fboAccountId, itemsById)
}
