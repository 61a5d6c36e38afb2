import { operation } from '../../http/operation.ts'
import { APPROVAL_RESPONSE, readApproval } from '../approvals/approval-to-sign.ts'
import { revaluationContent } from './approved-revaluation.ts'
import { getRevaluation } from './get-revaluation.store.ts'
import { REVALUATION_BY_ID } from './revaluation.ts'

export const getRevaluationApprovalRoute = operation({
  operationId: 'getRevaluationApproval',
  description:
    'Reads what an approval of the revaluation would approve now: its items and their values. ' +
    'A passkey signs the challenge, and Approve Revaluation takes the signature as `proof`.',
  path: '/v1/revaluations/{id}/approval',
  permission: 'revaluations:approve',
  ...REVALUATION_BY_ID,
  success: APPROVAL_RESPONSE,
  handle: readApproval(getRevaluation, revaluationContent),
})
