import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { getTransfer } from './get-transfer.store.ts'
import { APPROVED_TRANSFER, TRANSFER_BY_ID, toApprovedTransfer } from './transfer-batch.ts'

export const getTransferRoute = operation({
  operationId: 'getTransfer',
  description:
    'Reads one transfer batch: its status, who created it, who approved it, and how it ended.',
  path: '/v1/transfers/{id}',
  permission: 'transfer_batches:read',
  ...TRANSFER_BY_ID,
  success: versionedResponse('The batch.', APPROVED_TRANSFER),
  expiresTransfersFirst: true,
  handle: readRecord(getTransfer, toApprovedTransfer),
})
