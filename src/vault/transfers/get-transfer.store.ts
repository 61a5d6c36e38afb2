import { findById } from '../../database/find-by-id.ts'
import type { ApprovalState } from '../approvals/approval.ts'
import { APPROVAL_STATE } from '../approvals/approvals.store.ts'
import { TRANSFER_DETAILS_COLUMNS, type TransferDetailsRow } from './transfer-batch.ts'

export const getTransfer = findById<
  TransferDetailsRow & { readonly approvalState: ApprovalState }
>(`
  select ${TRANSFER_DETAILS_COLUMNS}, ${APPROVAL_STATE.transfer} as approval_state
  from transfer_batches as record
  where organization_id = $1 and id = $2`)
