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

export function cancelOutboundShipment(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'cancelOutboundShipment',
      tag: 'Outbound shipments',
      summary: 'Cancel Outbound Shipment',
      description:
        'Cancels a shipment before it ships, on hold or not: its items are `in_vault` again, ' +
        'in the account that they were in. Where it stood stays on record; it takes nothing ' +
        'any more, and List Outbound Shipments leaves it out unless asked for it.',
      method: 'POST',
      path: '/v1/outbound-shipments/{id}/cancel',
      permission: 'outbound_shipments:update',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      body: reasonBody('Why the shipment is cancelled.', 'The owner keeps it in the vault'),
      success: {
        status: 200,
        description: 'The shipment, with the moment and the reason.',
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      versioned: true,
      refusals: ['outbound_shipment_not_found', 'version_conflict', 'invalid_state_transition'],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, database, parameters, body, ifMatch }, head) => {
        const move = { verb: 'cancel', reason: body.reason } as const
        const row = await moveShipment(caller, database, { ...parameters, ifMatch }, move)
        head.header('ETag', etagOf(row.version))
        return { data: toShipmentDetails(row) }
      },
    },
  )
}
