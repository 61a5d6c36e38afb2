import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addOperation } from '../http/operation.ts'
import { optionalReasonBody } from '../members.ts'
import { etagOf } from '../versions.ts'
import { moveShipment } from './move-shipment.ts'
import {
  outboundShipmentNotFound,
  SHIPMENT_DETAILS,
  toShipmentDetails,
} from './outbound-shipment.ts'

export function releaseOutboundShipment(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'releaseOutboundShipment',
      tag: 'Outbound shipments',
      summary: 'Release Outbound Shipment',
      description: 'Ends the hold of a shipment: it goes on from where it stands.',
      method: 'POST',
      path: '/v1/outbound-shipments/{id}/release',
      permission: 'outbound_shipments:update',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      body: optionalReasonBody('Why the hold ends.', 'Address confirmed by phone'),
      bodyIsOptional: true,
      success: {
        status: 200,
        description: 'The shipment, on hold no more.',
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      versioned: true,
      refusals: ['outbound_shipment_not_found', 'version_conflict', 'invalid_state_transition'],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, database, parameters, body, ifMatch }, head) => {
        const move = { verb: 'release', ...body } as const
        const row = await moveShipment(caller, database, { ...parameters, ifMatch }, move)
        head.header('ETag', etagOf(row.version))
        return { data: toShipmentDetails(row) }
      },
    },
  )
}
