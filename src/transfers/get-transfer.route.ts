import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { readRecord } from '../http/read-record.ts'
import { getTransfer } from './get-transfer.store.ts'
import { APPROVED_TRANSFER, TRANSFER_BY_ID, toApprovedTransfer } from './transfer-batch.ts'

export function getTransferRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getTransfer',
      description:
        'Reads one transfer batch: its status, who created it, who approved it, and how it ' +
        'ended.',
      method: 'GET',
      path: '/v1/transfers/{id}',
      permission: 'transfer_batches:read',
      ...TRANSFER_BY_ID,
      success: recordResponse('The batch.', APPROVED_TRANSFER),
      versioned: true,
      expiresTransfersFirst: true,
    },
    { handle: readRecord(getTransfer, toApprovedTransfer) },
  )
}
