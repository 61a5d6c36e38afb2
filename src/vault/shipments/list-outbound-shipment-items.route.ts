import { Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject, recordId } from '../../domain/fields.ts'
import { listOperation } from '../../http/list-operation.ts'
import { SHIPMENT_ITEM_PAGES } from './list-outbound-shipment-items.store.ts'
import { OUTBOUND_SHIPMENT_BY_ID } from './outbound-shipment.ts'

const LISTED_ITEM = namedObject(
  'ListedShipmentItem',
  'An item that an outbound shipment was created with.',
  {
    position: Type.Integer({
      description: 'Position in the request; the first is 1.',
      examples: [1],
    }),
    inventoryItemId: recordId('Identifier of the item.', EXAMPLE_IDS.inventoryItem),
  },
)

export const listOutboundShipmentItemsRoute = listOperation({
  operationId: 'listOutboundShipmentItems',
  description:
    'Lists the items that one shipment was created with, in the order of the request, page ' +
    'by page.',
  path: '/v1/outbound-shipments/{id}/items',
  permission: 'outbound_shipments:read',
  ...OUTBOUND_SHIPMENT_BY_ID,
  entry: LISTED_ITEM,
  entries: 'items',
  pages: SHIPMENT_ITEM_PAGES,
  toView: (item) => item,
})
