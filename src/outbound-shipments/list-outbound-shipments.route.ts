import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { ID_PATTERN } from '../ids.ts'
import { PAGE_NUMBER_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../limits.ts'
import { listOutboundShipments as findOutboundShipments } from './list-outbound-shipments.store.ts'
import { OUTBOUND_SHIPMENT, SHIPMENT_STATUSES, toOutboundShipment } from './outbound-shipment.ts'

const QUERY = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({
        description: 'Page number, the first is 1. A page past the end is empty.',
        minimum: 1,
        maximum: PAGE_NUMBER_MAX,
        default: 1,
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: 'Results per page. A higher number than the maximum is refused.',
        minimum: 1,
        maximum: PAGE_SIZE_MAX,
        default: PAGE_SIZE_DEFAULT,
      }),
    ),
    status: Type.Optional(
      Type.Enum([...SHIPMENT_STATUSES], { description: 'Only shipments that stand here.' }),
    ),
    fboAccountId: Type.Optional(
      Type.String({
        description: 'Only shipments of this FBO account; an unknown one has none.',
        pattern: ID_PATTERN,
      }),
    ),
  },
  { additionalProperties: false },
)

const PAGINATION = Type.Object(
  {
    page: Type.Integer({ description: 'The page returned, the first is 1.', examples: [1] }),
    hasMore: Type.Boolean({
      description: 'Whether further pages follow; exact.',
      examples: [true],
    }),
  },
  {
    title: 'Pagination',
    description: 'Where in the list this page is.',
    additionalProperties: false,
  },
)

export function listOutboundShipments(app: FastifyInstance, database: Database): void {
  addOperation(
    app,
    {
      operationId: 'listOutboundShipments',
      tag: 'Outbound shipments',
      summary: 'List Outbound Shipments',
      description: 'Lists outbound shipments of the organization, newest first, page by page.',
      method: 'GET',
      path: '/v1/outbound-shipments',
      permission: 'outbound_shipments:read',
      query: QUERY,
      success: {
        status: 200,
        description: 'One page of shipments.',
        body: Type.Object({ data: Type.Array(OUTBOUND_SHIPMENT), pagination: PAGINATION }),
      },
      refusals: ['invalid_parameter', 'invalid_request'],
    },
    {
      handle: async ({ caller, query }) => {
        const { page = 1, limit = PAGE_SIZE_DEFAULT, ...filters } = query
        const found = await findOutboundShipments(caller, database, { page, limit, ...filters })
        return {
          data: found.rows.map(toOutboundShipment),
          pagination: { page, hasMore: found.hasMore },
        }
      },
    },
  )
}
