import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { ID_PATTERN } from '../ids.ts'
import { PAGE_PARAMETERS, pageAnswer, pageOf, readPage } from '../pages.ts'
import { listOutboundShipments as findOutboundShipments } from './list-outbound-shipments.store.ts'
import { OUTBOUND_SHIPMENT, SHIPMENT_STATUSES, toOutboundShipment } from './outbound-shipment.ts'
import type { Tending } from './tend-shipment-blocks.ts'

const QUERY = Type.Object(
  {
    ...PAGE_PARAMETERS,
    status: Type.Optional(
      Type.Enum([...SHIPMENT_STATUSES], { description: 'Only shipments that stand here.' }),
    ),
    fboAccountId: Type.Optional(
      Type.String({
        description: 'Only shipments of this FBO account; an unknown one has none.',
        pattern: ID_PATTERN,
      }),
    ),
    cancelled: Type.Optional(
      Type.Enum(['true', 'false'], {
        description: 'Only shipments that were cancelled, instead of only those that were not.',
        default: 'false',
      }),
    ),
  },
  { additionalProperties: false },
)

export function listOutboundShipments(
  app: FastifyInstance,
  database: Database,
  tending: Tending,
): void {
  addOperation(
    app,
    {
      operationId: 'listOutboundShipments',
      tag: 'Outbound shipments',
      summary: 'List Outbound Shipments',
      description:
        'Lists outbound shipments of the organization, newest first, page by page. Cancelled ones ' +
        'are left out, unless `cancelled=true` asks for them alone.',
      method: 'GET',
      path: '/v1/outbound-shipments',
      permission: 'outbound_shipments:read',
      query: QUERY,
      success: {
        status: 200,
        description: 'One page of shipments.',
        body: pageOf(OUTBOUND_SHIPMENT),
      },
      refusals: ['invalid_parameter', 'invalid_request'],
    },
    {
      handle: async ({ caller, query }) => {
        const request = readPage(query)
        const found = await findOutboundShipments(caller, database, request)
        if (found.tendingIsDue) {
          tending.due(caller, query.fboAccountId === undefined ? [] : [query.fboAccountId])
        }
        return pageAnswer(found, request, toOutboundShipment)
      },
    },
  )
}
