import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { etagOf } from '../domain/versions.ts'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { getTransfer } from './get-transfer.store.ts'
import { TRANSFER_DETAILS, toTransferDetails, transferBatchNotFound } from './transfer-batch.ts'

export function getTransferRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getTransfer',
      description: 'Reads one transfer batch: its status, who created it, and how it ended.',
      method: 'GET',
      path: '/v1/transfers/{id}',
      permission: 'transfer_batches:read',
      parameters: Type.Object({ id: TRANSFER_DETAILS.properties.id }),
      success: recordResponse('The batch.', TRANSFER_DETAILS),
      versioned: true,
      expiresTransfersFirst: true,
      refusals: ['transfer_batch_not_found'],
    },
    {
      notFound: transferBatchNotFound,
      handle: async ({ caller, database, parameters }, head) => {
        const row = await getTransfer(caller, database, parameters.id)
        if (row === undefined) throw transferBatchNotFound()
        head.header('ETag', etagOf(row.version))
        return { data: toTransferDetails(row) }
      },
    },
  )
}
