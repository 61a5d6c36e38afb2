import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { freeText, namedObject } from '../../domain/fields.ts'
import { newId } from '../../domain/ids.ts'
import {
  ITEMS_PER_SHIPMENT_MAX,
  LIST_BODY_BYTES_MAX,
  NOTES_LENGTH_MAX,
} from '../../domain/limits.ts'
import { METADATA } from '../../domain/metadata.ts'
import { changeOperation, newRecordReply } from '../../http/change-operation.ts'
import { newRecordResponse } from '../../http/operation-contract.ts'
import { CLAIM_REFUSALS, CLAIMED_ITEM_ID, claimedItems } from '../items/item-claim.ts'
import { CREATE_OUTBOUND_SHIPMENT, requestViolations } from './create-outbound-shipment.ts'
import { SHIPMENT_DETAILS, toShipmentDetails } from './outbound-shipment.ts'
import { changedDirections, DIRECTION_MEMBERS, NO_DIRECTIONS } from './shipment-directions.ts'

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

export const createOutboundShipmentRoute = changeOperation({
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
  change: CREATE_OUTBOUND_SHIPMENT,
  input: ({ body: { fboAccountId, notes, items, ...directions } }) => ({
    id: newId('ship'),
    fboAccountId,
    ...(notes !== undefined && { notes }),
    items,
    directions: changedDirections(NO_DIRECTIONS, directions),
  }),
  respond: (row) => newRecordReply('/v1/outbound-shipments', toShipmentDetails(row), row),
  isPersonal: ({ recipient, metadata }) => recipient !== undefined || metadata !== undefined,
})
