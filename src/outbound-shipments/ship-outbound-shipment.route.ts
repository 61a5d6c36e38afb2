import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addOperation } from '../http/operation.ts'
import { CARRIER_TEXT_LENGTH_MAX } from '../limits.ts'
import { etagOf } from '../versions.ts'
import { moveShipment } from './move-shipment.ts'
import {
  outboundShipmentNotFound,
  SHIPMENT_DETAILS,
  toShipmentDetails,
} from './outbound-shipment.ts'

const CARRIAGE = Type.Object(
  {
    carrier: carrierText('Who carries it.', 'Brinks'),
    service: Type.Optional(carrierText("The carrier's service.", 'Overnight')),
    trackingNumber: carrierText("The carrier's tracking number.", 'BX 4417 2203 SE'),
  },
  {
    title: 'Carriage',
    description: 'Who carries a shipment, and as what.',
    additionalProperties: false,
    examples: [{ carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' }],
  },
)

export function shipOutboundShipment(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'shipOutboundShipment',
      tag: 'Outbound shipments',
      summary: 'Ship Outbound Shipment',
      description:
        'Notes that an approved shipment left the vault, and who carries it. Its items become ' +
        '`shipped`; they stay in their account, for the record.',
      method: 'POST',
      path: '/v1/outbound-shipments/{id}/ship',
      permission: 'outbound_shipments:update',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      body: CARRIAGE,
      success: {
        status: 200,
        description: 'The shipment, `shipped`.',
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      versioned: true,
      refusals: ['outbound_shipment_not_found', 'version_conflict', 'invalid_state_transition'],
    },
    {
      notFound: outboundShipmentNotFound,
      handle: async ({ caller, database, parameters, body, ifMatch }, head) => {
        const move = { verb: 'ship', ...body } as const
        const row = await moveShipment(caller, database, { ...parameters, ifMatch }, move)
        head.header('ETag', etagOf(row.version))
        return { data: toShipmentDetails(row) }
      },
    },
  )
}

function carrierText(description: string, example: string) {
  return Type.String({
    description,
    'x-fault-unstorable': true,
    minLength: 1,
    maxLength: CARRIER_TEXT_LENGTH_MAX,
    examples: [example],
  })
}
