import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addReadOperation } from '../http/read-operation.ts'
import {
  outboundShipmentNotFound,
  SHIPMENT_DETAILS,
  SHIPMENT_RECORD,
  toShipmentDetails,
} from './outbound-shipment.ts'

export function getOutboundShipment(app: FastifyInstance): void {
  addReadOperation(
    app,
    {
      operationId: 'getOutboundShipment',
      tag: 'Outbound shipments',
      summary: 'Get Outbound Shipment',
      description:
        'Reads one outbound shipment: where it stands, what holds it up, how it was sent. A ' +
        'cancelled one, too.',
      path: '/v1/outbound-shipments/{id}',
      permission: 'outbound_shipments:read',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      entry: SHIPMENT_DETAILS,
      found: 'The shipment.',
      refusals: ['outbound_shipment_not_found'],
    },
    {
      recordKind: SHIPMENT_RECORD,
      notFound: outboundShipmentNotFound,
      toView: toShipmentDetails,
    },
  )
}
