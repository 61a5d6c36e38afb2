import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { SettleClaims } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { ID_PATTERN } from '../ids.ts'
import { CREATED_PARAMETERS, PAGE_PARAMETERS, pageAnswer, pageOf, readPage } from '../pages.ts'
import { listTransfers as findTransfers } from './list-transfers.store.ts'
import { TRANSFER_DETAILS, TRANSFER_STATUSES, toTransferDetails } from './transfer-batch.ts'

const QUERY = Type.Object(
  {
    ...PAGE_PARAMETERS,
    status: Type.Optional(
      Type.Enum([...TRANSFER_STATUSES], { description: 'Only batches that stand here.' }),
    ),
    fromFboAccountId: Type.Optional(
      Type.String({
        description: 'Only batches out of this FBO account; an unknown one has none.',
        pattern: ID_PATTERN,
      }),
    ),
    toFboAccountId: Type.Optional(
      Type.String({
        description: 'Only batches into this FBO account; an unknown one has none.',
        pattern: ID_PATTERN,
      }),
    ),
    ...CREATED_PARAMETERS,
  },
  { additionalProperties: false },
)

export function listTransfers(
  app: FastifyInstance,
  database: Database,
  settle: SettleClaims,
): void {
  addOperation(
    app,
    {
      operationId: 'listTransfers',
      tag: 'Transfers',
      summary: 'List Transfers',
      description: 'Lists transfer batches of the organization, newest first, page by page.',
      method: 'GET',
      path: '/v1/transfers',
      permission: 'transfer_batches:read',
      query: QUERY,
      success: {
        status: 200,
        description: 'One page of batches.',
        body: pageOf(TRANSFER_DETAILS),
      },
      refusals: ['invalid_parameter', 'invalid_request'],
    },
    {
      handle: async ({ caller, query }) => {
        await settle(caller)
        const request = readPage(query)
        const found = await findTransfers(caller, database, request)
        return pageAnswer(found, request, toTransferDetails)
      },
    },
  )
}
