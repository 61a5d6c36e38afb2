import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addOperation } from '../http/operation.ts'
import { NO_MEMBERS } from '../members.ts'
import { etagOf } from '../versions.ts'
import { moveShipment } from './move-shipment.ts'
import {
  outboundShipmentNotFound,
  SHIPMENT_DETAILS,
  toShipmentDetails,
} from './outbound-shipment.ts'

export function returnOutboundShipmentToPacking(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'returnOutboundShipmentToPacking',
      tag: 'Outbound shipments',
      summary: 'Return Outbound Shipment to Packing',
      description:
        'Sends a shipment that is inspected or waits for its approval back to packing; its ' +
        'items stay claimed.',
      method: 'POST',
      path: '/v1/outbound-shipments/{id}/return-to-packing',
      permission: 'outbound_shipments:update',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      body: NO_MEMBERS,
      bodyIsOptional: true,
      success: {
        status: 200,
        description: 'The shipment, `packing`.',
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      versioned: true,
      refusals: ['outbound_shipment_not_found', 'version_conflict', 'invalid_state_transition'],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, database, parameters, ifMatch }, head) => {
        const move = { verb: 'return-to-packing' } as const
        const row = await moveShipment(caller, database, { ...parameters, ifMatch }, move)
        head.header('ETag', etagOf(row.version))
        return { data: toShipmentDetails(row) }
      },
    },
  )
}
