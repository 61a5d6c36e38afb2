import { Type } from 'typebox'
import { BLOCKED_BY_EXPIRED } from '../../database/changes/change.ts'
import { ORGANIZATION } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import { refusalOf, type Violation } from '../../domain/errors.ts'
import { freeText, namedObject } from '../../domain/fields.ts'
import { EXAMPLE_IDS, newId } from '../../domain/ids.ts'
import {
  ITEMS_PER_SHIPMENT_MAX,
  LIST_BODY_BYTES_MAX,
  NOTES_LENGTH_MAX,
} from '../../domain/limits.ts'
import { METADATA } from '../../domain/metadata.ts'
import { unknownAccount } from '../../domain/state-transitions.ts'
import { change, newRecordReply } from '../../http/change.ts'
import { newRecordResponse } from '../../http/operation-contract.ts'
import { changeItems, lockItems, momentOf } from '../items/item-changes.store.ts'
import {
  CLAIM_REFUSALS,
  CLAIMED_ITEM_ID,
  claimedItems,
  claimViolations,
  duplicateItems,
} from '../items/item-claim.ts'
import {
  SHIPMENT_DETAILS,
  shipmentEvent,
  shipmentOfErasedAccount,
  toShipmentDetails,
} from './outbound-shipment.ts'
import { writeDirections } from './shipment-directions.store.ts'
import {
  changedDirections,
  correctedDirections,
  DIRECTION_MEMBERS,
  type Directions,
  isPersonal,
  NO_DIRECTIONS,
} from './shipment-directions.ts'

const SHIPMENT_ITEM = namedObject(
  'ShipmentItem',
  'An item to send.',
  { inventoryItemId: CLAIMED_ITEM_ID },
  { 'x-violation-code': 'invalid_item' },
)

export const NEW_SHIPMENT = namedObject(
  'NewOutboundShipment',
  'Items of one FBO account that leave the vault together.',
  {
    fboAccountId: Type.String({
      ...SHIPMENT_DETAILS.properties.fboAccountId,
      description: 'The FBO account that holds the items.',
    }),
    notes: Type.Optional(
      Type.String({
        ...freeText('Free-text note.', NOTES_LENGTH_MAX, 'Insure for the full value'),
        minLength: 0,
        'x-violation-hint': 'Leave notes out where there is nothing to note.',
      }),
    ),
    items: claimedItems(SHIPMENT_ITEM, {
      description: 'The items to send: all of them are claimed, or none.',
      maxItems: ITEMS_PER_SHIPMENT_MAX,
    }),
    ...Type.Partial(Type.Object({ ...DIRECTION_MEMBERS, metadata: METADATA })).properties,
  },
  {
    examples: [
      {
        fboAccountId: EXAMPLE_IDS.fboAccount,
        notes: 'Insure for the full value',
        items: [{ inventoryItemId: EXAMPLE_IDS.inventoryItem }],
      },
    ],
  },
)

/** The body of Create Outbound Shipment, its directions together. */
export interface NewShipment {
  readonly id: string
  readonly fboAccountId: string
  readonly notes?: string
  readonly items: readonly { readonly inventoryItemId: string }[]
  readonly directions?: Directions
}

const ACCOUNT = `
  select erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and id = $2`

const findAccount = rowOf<{ isErased: boolean }, [id: string]>(ACCOUNT)

// An erasure waits, and then finds the personal data that this transaction writes. Both lock the
// account before anything else.
const lockAccount = rowOf<{ isErased: boolean }, [id: string]>(`${ACCOUNT}
  for share`)

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

/** Creates a shipment and claims its items, all of them or none. */
export const createOutboundShipmentRoute = change({
  operationId: 'createOutboundShipment',
  description:
    'Creates an outbound shipment and claims its items. Each becomes `shipment_pending` and ' +
    'stays in its account. Every invalid item is reported in one response. Where the shipment ' +
    'goes can be given now, or later by Update Outbound Shipment.',
  path: '/v1/outbound-shipments',
  permission: 'outbound_shipments:create',
  body: NEW_SHIPMENT,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: newRecordResponse('The shipment, `packing`.', SHIPMENT_DETAILS, 'Path of the shipment.'),
  refusals: [...CLAIM_REFUSALS, 'fbo_account_erased'],
  bodyViolations: requestViolations,
  isPersonal: ({ recipient, metadata }) => recipient !== undefined || metadata !== undefined,
  seesExpired: true,
  input: ({ body: { fboAccountId, notes, items, ...directions } }): NewShipment => ({
    id: newId('ship'),
    fboAccountId,
    ...(notes !== undefined && { notes }),
    items,
    directions: changedDirections(NO_DIRECTIONS, directions),
  }),
  lock: (tx, { fboAccountId, items, directions = NO_DIRECTIONS }) => ({
    // Its owner's personal data is written: the account is locked.
    account: (isPersonal(directions) ? lockAccount : findAccount)(tx, fboAccountId),
    itemsById: lockItems(
      tx,
      items.map(({ inventoryItemId }) => inventoryItemId),
    ),
  }),
  judge: ({ caller, input }, { account, itemsById }, { nowMs, hasExpired }) => {
    const { directions = NO_DIRECTIONS, fboAccountId, id } = input
    if (account === undefined) return refusalOf([unknownAccount('/fboAccountId')], 'state')
    const violations = claimViolations(input.items, fboAccountId, itemsById)
    const items = input.items.map(({ inventoryItemId }) => itemsById.get(inventoryItemId))
    if (violations.length > 0) {
      // A claim that has expired is ended first, and the request is judged again.
      const isPending = items.some((item) => item?.status === 'transfer_pending')
      return hasExpired && isPending ? BLOCKED_BY_EXPIRED : refusalOf(violations, 'state')
    }
    if (account.isErased && isPersonal(directions)) return shipmentOfErasedAccount()
    return {
      ...NEW,
      ...directions,
      id,
      fboAccountId,
      organizationId: caller.organizationId,
      createdAt: new Date(momentOf(nowMs, items)),
      totalItems: items.length,
      notes: input.notes ?? null,
      createdByTokenId: caller.tokenId,
    }
  },
  write: (tx, { input, result: shipment }) => {
    const { id, fboAccountId, totalItems, notes, createdByTokenId: tokenId, createdAt } = shipment
    const itemIds = input.items.map(({ inventoryItemId }) => inventoryItemId)
    const row = [id, fboAccountId, totalItems, notes, tokenId, createdAt.toISOString()]
    void tx.run(INSERT, row)
    void tx.run(LIST, [id, itemIds])
    if (correctedDirections(NO_DIRECTIONS, shipment).length > 0) writeDirections(tx, id, shipment)
    changeItems(tx, {
      itemIds,
      kind: 'shipment_created',
      atMs: createdAt.getTime(),
      fromStatus: 'in_vault',
      toStatus: 'shipment_pending',
      outboundShipmentId: id,
      tokenId,
      reason: null,
    })
  },
  events: (one) =>
    shipmentEvent(one, one.result, {
      type: 'outbound_shipment.created',
      occurredAt: one.result.createdAt,
      data: { statusAfter: one.result.status },
    }),
  respond: (row) => newRecordReply('/v1/outbound-shipments', toShipmentDetails(row), row),
})

/**
 * Rules that the request alone decides, beyond its schema: `duplicate_item`. The body may have any
 * shape: a violation of the schema must not hide one of these.
 */
export function requestViolations(body: unknown): Violation[] {
  if (typeof body !== 'object' || body === null) return []
  return duplicateItems((body as Partial<NewShipment>).items)
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
