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

export function inspectOutboundShipment(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'inspectOutboundShipment',
      tag: 'Outbound shipments',
      summary: 'Inspect Outbound Shipment',
      description: 'Takes a packed shipment into inspection.',
      method: 'POST',
      path: '/v1/outbound-shipments/{id}/inspect',
      permission: 'outbound_shipments:update',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      body: NO_MEMBERS,
      bodyIsOptional: true,
      success: {
        status: 200,
        description: 'The shipment, `inspecting`.',
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      versioned: true,
      refusals: ['outbound_shipment_not_found', 'version_conflict', 'invalid_state_transition'],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, database, parameters, ifMatch }, head) => {
        const row = await moveShipment(
          caller,
          database,
          { ...parameters, ifMatch },
          { verb: 'inspect' },
        )
        head.header('ETag', etagOf(row.version))
        return { data: toShipmentDetails(row) }
      },
    },
  )
}
