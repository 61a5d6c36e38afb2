import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { getOutboundShipment as findOutboundShipment } from './get-outbound-shipment.store.ts'
import {
  outboundShipmentNotFound,
  SHIPMENT_DETAILS,
  toShipmentDetails,
} from './outbound-shipment.ts'

export function getOutboundShipment(app: FastifyInstance, database: Database): void {
  addOperation(
    app,
    {
      operationId: 'getOutboundShipment',
      tag: 'Outbound shipments',
      summary: 'Get Outbound Shipment',
      description:
        'Reads one outbound shipment: where it stands, what holds it up, how it was sent. A ' +
        'cancelled one, too.',
      method: 'GET',
      path: '/v1/outbound-shipments/{id}',
      permission: 'outbound_shipments:read',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      success: {
        status: 200,
        description: 'The shipment.',
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      refusals: ['outbound_shipment_not_found'],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, parameters }) => {
        const row = await findOutboundShipment(caller, database, parameters.id)
        if (row === undefined) throw outboundShipmentNotFound()
        return { data: toShipmentDetails(row) }
      },
    },
  )
}
