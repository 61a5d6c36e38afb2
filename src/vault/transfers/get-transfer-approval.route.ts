import { operation } from '../../http/operation.ts'
import { APPROVAL_RESPONSE, readApproval } from '../approvals/approval-to-sign.ts'
import { transferContent } from './approved-transfer.ts'
import { getApprovedBatch } from './get-transfer-approval.store.ts'
import { TRANSFER_BY_ID } from './transfer-batch.ts'

export const getTransferApprovalRoute = operation({
  operationId: 'getTransferApproval',
  description:
    'Reads what an approval of the batch would approve now: its items and their value. A ' +
    'passkey signs the challenge, and Approve Transfer takes the signature as `proof`.',
  path: '/v1/transfers/{id}/approval',
  permission: 'transfer_batches:approve',
  ...TRANSFER_BY_ID,
  success: APPROVAL_RESPONSE,
  expiresTransfersFirst: true,
  handle: readApproval(getApprovedBatch, (batch) =>
    transferContent(batch, batch.declaredValueCents),
  ),
})
