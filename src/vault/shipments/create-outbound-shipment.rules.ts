import type { Violation } from '../../domain/errors.ts'
import { unknownAccount } from '../../domain/state-transitions.ts'
import { claimViolations, duplicateItems, type ItemState } from '../items/item-claim.ts'
import type { Directions } from './shipment-directions.ts'

/** The body of Create Outbound Shipment, its directions together. */
export interface ShipmentRequest {
  readonly fboAccountId: string
  readonly notes?: string
  readonly items: readonly { readonly inventoryItemId: string }[]
  readonly directions?: Directions
}

/** The account and the items of a request in the database, at the moment of the decision. */
export interface ShipmentFacts {
  readonly accountFound: boolean
  /** By id; an item that is missing here is unknown to the organization. */
  readonly itemsById: ReadonlyMap<string, ItemState>
}

/**
 * Rules that the request alone decides, beyond its schema: `duplicate_item`. The body may have any
 * shape: a violation of the schema must not hide one of these.
 */
export function requestViolations(body: unknown): Violation[] {
  if (typeof body !== 'object' || body === null) return []
  return duplicateItems((body as Partial<ShipmentRequest>).items)
}

/**
 * `fbo_account_not_found`; else, for each item that cannot be sent, `item_not_in_source_account` or
 * `item_not_in_vault`.
 */
export function stateViolations(
  { fboAccountId, items }: ShipmentRequest,
  { accountFound, itemsById }: ShipmentFacts,
): Violation[] {
  if (!accountFound) return [unknownAccount('/fboAccountId')]
  return claimViolations(items, fboAccountId, itemsById)
}
