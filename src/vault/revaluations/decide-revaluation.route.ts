import { reasonBody } from '../../domain/fields.ts'
import { recordReply } from '../../http/change-operation.ts'
import { type DecisionContract, decisionOperation } from '../approvals/decision-operation.ts'
import { DECIDE_REVALUATION } from './decide-revaluation.ts'
import { APPROVED_REVALUATION, REVALUATION_BY_ID, toApprovedRevaluation } from './revaluation.ts'

export const approveRevaluationRoute = decision({
  verb: 'approve',
  operationId: 'approveRevaluation',
  description:
    'Approves a pending revaluation: its items have the new values from now on, all of them or ' +
    'none. The person who requested it cannot approve it, unless the policy turns off `fourEyes`. ' +
    'Where the policy (`approvalRules`) asks for several approvals, each of another person, it ' +
    'stays `pending` until the last one.',
  permission: 'revaluations:approve',
  outcome: 'The revaluation: `approved`, or `pending` if it needs further approvals.',
})

export const rejectRevaluationRoute = decision({
  verb: 'reject',
  operationId: 'rejectRevaluation',
  description: 'Rejects a pending revaluation: its items keep their values.',
  permission: 'revaluations:approve',
  body: reasonBody('Why the revaluation is rejected.', 'The appraisal is of another item'),
  outcome: 'The revaluation, `rejected`.',
})

export const cancelRevaluationRoute = decision({
  verb: 'cancel',
  operationId: 'cancelRevaluation',
  description: 'Cancels a pending revaluation: its items keep their values.',
  permission: 'inventory_items:revalue',
  body: reasonBody('Why the revaluation is cancelled.', 'Entered twice'),
  outcome: 'The revaluation, `cancelled`.',
})

export const decideRevaluationRoutes = [
  approveRevaluationRoute,
  rejectRevaluationRoute,
  cancelRevaluationRoute,
]

function decision(contract: DecisionContract) {
  return decisionOperation(
    {
      path: '/v1/revaluations',
      ...REVALUATION_BY_ID,
      shown: APPROVED_REVALUATION,
      ownRefusal: 'revaluation_outdated',
      change: DECIDE_REVALUATION,
      respond: ({ revaluation, approvals: approvalState }) =>
        recordReply(toApprovedRevaluation({ ...revaluation, approvalState }), revaluation),
    },
    contract,
  )
}
