import { findById } from '../database/find-by-id.ts'
import { TRANSFER_DETAILS_COLUMNS, type TransferDetailsRow } from './transfer-batch.ts'

export const getTransfer = findById<TransferDetailsRow>(`
  select ${TRANSFER_DETAILS_COLUMNS}
  from transfer_batches
  where organization_id = $1 and id = $2`)
