import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Database } from '../database/database.ts'
import { EXAMPLE_IDS } from '../example-ids.ts'
import { addOperation } from '../http/operation.ts'
import { recordId } from '../members.ts'
import { PAGE_PARAMETERS, pageAnswer, pageOf, readPage } from '../pages.ts'
import { listOutboundShipmentItems as findShipmentItems } from './list-outbound-shipment-items.store.ts'
import { outboundShipmentNotFound, SHIPMENT_DETAILS } from './outbound-shipment.ts'

const LISTED_ITEM = Type.Object(
  {
    position: Type.Integer({
      description: 'Position in the request; the first is 1.',
      examples: [1],
    }),
    inventoryItemId: recordId('Identifier of the item.', EXAMPLE_IDS.inventoryItem),
  },
  {
    title: 'ListedShipmentItem',
    description: 'An item that an outbound shipment was created for.',
    additionalProperties: false,
  },
)

export function listOutboundShipmentItems(app: FastifyInstance, database: Database): void {
  addOperation(
    app,
    {
      operationId: 'listOutboundShipmentItems',
      tag: 'Outbound shipments',
      summary: 'List Outbound Shipment Items',
      description:
        'Lists the items that one shipment was created for, in the order of the request, page by page.',
      method: 'GET',
      path: '/v1/outbound-shipments/{id}/items',
      permission: 'outbound_shipments:read',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      query: Type.Object({ ...PAGE_PARAMETERS }, { additionalProperties: false }),
      success: { status: 200, description: 'One page of items.', body: pageOf(LISTED_ITEM) },
      refusals: ['invalid_parameter', 'invalid_request', 'outbound_shipment_not_found'],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, parameters, query }) => {
        const request = readPage(query)
        const found = await findShipmentItems(caller, database, parameters.id, request)
        if (found === undefined) throw outboundShipmentNotFound()
        return pageAnswer(found, request, (item) => item)
      },
    },
  )
}
