import { correctionsOperation } from '../corrections/list-corrections.ts'
import { TRANSFER_BY_ID } from './transfer-batch.ts'

export const listTransferCorrectionsRoute = correctionsOperation({
  operationId: 'listTransferCorrections',
  path: '/v1/transfers/{id}/corrections',
  permission: 'transfer_batches:read',
  ...TRANSFER_BY_ID,
  subjectType: 'transfer_batch',
  record: 'one transfer batch',
})
