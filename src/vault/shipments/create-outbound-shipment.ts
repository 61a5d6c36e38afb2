import {
  BLOCKED_BY_EXPIRED,
  type ChangeRequest,
  type DecisionTime,
} from '../../database/changes/change.ts'
import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { refusalOf, type Violation } from '../../domain/errors.ts'
import { unknownAccount } from '../../domain/state-transitions.ts'
import { changeItems, type LockedItem, lockItems, momentOf } from '../items/item-changes.store.ts'
import { claimViolations, duplicateItems, type ItemState } from '../items/item-claim.ts'
import {
  type ShipmentDetailsRow,
  shipmentEvent,
  shipmentOfErasedAccount,
} from './outbound-shipment.ts'
import { writeDirections } from './shipment-directions.store.ts'
import {
  correctedDirections,
  type Directions,
  isPersonal,
  NO_DIRECTIONS,
} from './shipment-directions.ts'

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

export interface NewShipment extends ShipmentRequest {
  readonly id: string
}

export interface LockedForShipment extends ShipmentFacts {
  readonly accountErased: boolean
  readonly itemsById: ReadonlyMap<string, LockedItem>
}

const ACCOUNT = `
  select erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and id = $2`

// An erasure waits, and then finds the personal data that this transaction writes. Both lock the
// account before anything else.
const LOCKED_ACCOUNT = `${ACCOUNT}
  for share`

/** Locks the items, and the account where its owner's personal data is written. */
export async function lockForShipment(
  tx: OrganizationTransaction,
  { fboAccountId, items, directions = NO_DIRECTIONS }: NewShipment,
): Promise<LockedForShipment> {
  const itemIds = items.map(({ inventoryItemId }) => inventoryItemId)
  const account = isPersonal(directions) ? LOCKED_ACCOUNT : ACCOUNT
  const [[found], itemsById] = await Promise.all([
    tx.run<{ isErased: boolean }>(account, [fboAccountId]),
    lockItems(tx, itemIds),
  ])
  return { accountFound: found !== undefined, accountErased: found?.isErased === true, itemsById }
}

const INSERT = `
  insert into outbound_shipments (organization_id, id, fbo_account_id, total_items, notes,
    created_by_token_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

const LIST = `
  insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
    inventory_item_id)
  select organization_id, $2, position, id
  from ${ORGANIZATION}
  cross join unnest($3::text[]) with ordinality as listed (id, position)`

export function insertShipment(
  tx: OrganizationTransaction,
  shipment: ShipmentDetailsRow,
  itemIds: readonly string[],
): void {
  const { id, fboAccountId, totalItems, notes, createdByTokenId, createdAt } = shipment
  void tx.run(INSERT, [
    id,
    fboAccountId,
    totalItems,
    notes,
    createdByTokenId,
    createdAt.toISOString(),
  ])
  void tx.run(LIST, [id, itemIds])
  if (correctedDirections(NO_DIRECTIONS, shipment).length > 0) writeDirections(tx, id, shipment)
  changeItems(tx, {
    itemIds,
    kind: 'shipment_created',
    atMs: createdAt.getTime(),
    fromStatus: 'in_vault',
    toStatus: 'shipment_pending',
    outboundShipmentId: id,
    tokenId: createdByTokenId,
    reason: null,
  })
}

/** Creates a shipment and claims its items, all of them or none. */
export const CREATE_OUTBOUND_SHIPMENT = unbatchedChange({
  name: 'create_outbound_shipment',
  seesExpired: true,
  lock: lockForShipment,
  judge: judgeCreateOutboundShipment,
  write: (tx, { input, result }) => {
    const itemIds = input.items.map(({ inventoryItemId }) => inventoryItemId)
    insertShipment(tx, result, itemIds)
  },
  events: (one) =>
    shipmentEvent(one, one.result, {
      type: 'outbound_shipment.created',
      occurredAt: one.result.createdAt,
      data: { statusAfter: one.result.status },
    }),
})

function judgeCreateOutboundShipment(
  { caller, input }: ChangeRequest<NewShipment>,
  facts: LockedForShipment,
  { nowMs, hasExpired }: DecisionTime,
) {
  const violations = stateViolations(input, facts)
  const items = input.items.map(({ inventoryItemId }) => facts.itemsById.get(inventoryItemId))
  if (violations.length > 0) {
    // A claim that has expired is ended first, and the request is judged again.
    const isPending = items.some((item) => item?.status === 'transfer_pending')
    if (hasExpired && facts.accountFound && isPending) return BLOCKED_BY_EXPIRED
    return refusalOf(violations, 'state')
  }
  const { directions = NO_DIRECTIONS } = input
  if (facts.accountErased && isPersonal(directions)) return shipmentOfErasedAccount()
  return {
    ...NEW,
    ...directions,
    id: input.id,
    fboAccountId: input.fboAccountId,
    organizationId: caller.organizationId,
    createdAt: new Date(momentOf(nowMs, items)),
    totalItems: items.length,
    notes: input.notes ?? null,
    createdByTokenId: caller.tokenId,
  }
}

const NEW = {
  status: 'packing',
  shippedAt: null,
  approvedAt: null,
  approvedByTokenId: null,
  heldAt: null,
  holdReason: null,
  cancelledAt: null,
  cancellationReason: null,
  carrier: null,
  trackingNumber: null,
  deliveredAt: null,
  version: 1,
} as const
