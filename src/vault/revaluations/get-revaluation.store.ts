import { findById } from '../../database/find-by-id.ts'
import type { ApprovalState } from '../approvals/approval.ts'
import { APPROVAL_STATE } from '../approvals/approvals.store.ts'
import { REVALUATION_DETAILS_COLUMNS, type RevaluationDetailsRow } from './revaluation.ts'

interface FoundRevaluation extends RevaluationDetailsRow {
  readonly approvalState: ApprovalState
}

export const getRevaluation = findById<FoundRevaluation>(`
  select ${REVALUATION_DETAILS_COLUMNS}, ${APPROVAL_STATE.revaluation} as approval_state
  from revaluations as record
  where organization_id = $1 and id = $2`)
