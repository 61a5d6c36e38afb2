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

export function approveOutboundShipment(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'approveOutboundShipment',
      tag: 'Outbound shipments',
      summary: 'Approve Outbound Shipment',
      description:
        'Approves a submitted shipment. Who created it cannot approve it, unless the ' +
        'organization turned that off.',
      method: 'POST',
      path: '/v1/outbound-shipments/{id}/approve',
      permission: 'outbound_shipments:approve',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      body: NO_MEMBERS,
      bodyIsOptional: true,
      success: {
        status: 200,
        description: 'The shipment, `approved`.',
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      versioned: true,
      refusals: [
        'outbound_shipment_not_found',
        'version_conflict',
        'self_approval_forbidden',
        'invalid_state_transition',
      ],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, database, parameters, ifMatch }, head) => {
        const row = await moveShipment(
          caller,
          database,
          { ...parameters, ifMatch },
          { verb: 'approve' },
        )
        head.header('ETag', etagOf(row.version))
        return { data: toShipmentDetails(row) }
      },
    },
  )
}
