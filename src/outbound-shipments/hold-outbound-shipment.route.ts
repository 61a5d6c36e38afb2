import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addOperation } from '../http/operation.ts'
import { reasonBody } from '../members.ts'
import { etagOf } from '../versions.ts'
import { moveShipment } from './move-shipment.ts'
import {
  outboundShipmentNotFound,
  SHIPMENT_DETAILS,
  toShipmentDetails,
} from './outbound-shipment.ts'

export function holdOutboundShipment(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'holdOutboundShipment',
      tag: 'Outbound shipments',
      summary: 'Hold Outbound Shipment',
      description:
        'Puts a shipment on hold before it ships. Where it stands stays as it is; until it is ' +
        'released it takes nothing but that and its cancellation.',
      method: 'POST',
      path: '/v1/outbound-shipments/{id}/hold',
      permission: 'outbound_shipments:update',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      body: reasonBody('Why the shipment is held.', 'Address to be confirmed'),
      success: {
        status: 200,
        description: 'The shipment, with the reason.',
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      versioned: true,
      refusals: ['outbound_shipment_not_found', 'version_conflict', 'invalid_state_transition'],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, database, parameters, body, ifMatch }, head) => {
        const move = { verb: 'hold', reason: body.reason } as const
        const row = await moveShipment(caller, database, { ...parameters, ifMatch }, move)
        head.header('ETag', etagOf(row.version))
        return { data: toShipmentDetails(row) }
      },
    },
  )
}
