import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { namedObject, recordId } from '../domain/fields.ts'
import { addList } from '../http/list-operation.ts'
import { SHIPMENT_ITEM_PAGES } from './list-outbound-shipment-items.store.ts'
import { outboundShipmentNotFound, SHIPMENT_DETAILS } from './outbound-shipment.ts'

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

export function listOutboundShipmentItemsRoute(app: FastifyInstance): void {
  addList(
    app,
    {
      operationId: 'listOutboundShipmentItems',
      description:
        'Lists the items that one shipment was created with, in the order of the request, page ' +
        'by page.',
      path: '/v1/outbound-shipments/{id}/items',
      permission: 'outbound_shipments:read',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      entry: LISTED_ITEM,
      entries: 'items',
      refusals: ['outbound_shipment_not_found'],
    },
    { pages: SHIPMENT_ITEM_PAGES, notFound: outboundShipmentNotFound, toView: (item) => item },
  )
}
