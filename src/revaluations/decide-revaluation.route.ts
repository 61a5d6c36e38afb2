import { reasonBody } from '../domain/fields.ts'
import { changeOperation, recordReply } from '../http/change-operation.ts'
import type { DecisionContract } from '../http/decision-contract.ts'
import { versionedResponse } from '../http/operation-contract.ts'
import { APPROVAL_BODY, givenDecision } from '../passkeys/approval-proof.ts'
import type { RevaluationVerb } from './decide-revaluation.rules.ts'
import { DECIDE_REVALUATION } from './decide-revaluation.ts'
import { APPROVED_REVALUATION, REVALUATION_BY_ID, toApprovedRevaluation } from './revaluation.ts'

export const approveRevaluationRoute = decision('approve', {
  operationId: 'approveRevaluation',
  description:
    'Approves a pending revaluation: its items have the new values from now on, all of them or ' +
    'none. The person who requested it cannot approve it, unless the policy turns off `fourEyes`. ' +
    'Where the policy (`approvalRules`) asks for several approvals, each of another person, it ' +
    'stays `pending` until the last one.',
  permission: 'revaluations:approve',
  body: APPROVAL_BODY,
  bodyIsOptional: true,
  outcome: 'The revaluation: `approved`, or `pending` if it needs further approvals.',
  refusals: [
    'sign_in_required',
    'self_approval_forbidden',
    'invalid_state_transition',
    'already_approved',
    'revaluation_outdated',
    'proof_required',
    'proof_invalid',
  ],
})

export const rejectRevaluationRoute = decision('reject', {
  operationId: 'rejectRevaluation',
  description: 'Rejects a pending revaluation: its items keep their values.',
  permission: 'revaluations:approve',
  body: reasonBody('Why the revaluation is rejected.', 'The appraisal is of another item'),
  outcome: 'The revaluation, `rejected`.',
  refusals: ['invalid_state_transition'],
})

export const cancelRevaluationRoute = decision('cancel', {
  operationId: 'cancelRevaluation',
  description: 'Cancels a pending revaluation: its items keep their values.',
  permission: 'inventory_items:revalue',
  body: reasonBody('Why the revaluation is cancelled.', 'Entered twice'),
  outcome: 'The revaluation, `cancelled`.',
  refusals: ['invalid_state_transition'],
})

export const decideRevaluationRoutes = [
  approveRevaluationRoute,
  rejectRevaluationRoute,
  cancelRevaluationRoute,
]

function decision(verb: RevaluationVerb, { outcome, refusals, ...contract }: DecisionContract) {
  return changeOperation({
    ...contract,
    path: `/v1/revaluations/{id}/${verb}`,
    ...REVALUATION_BY_ID,
    success: versionedResponse(outcome, APPROVED_REVALUATION),
    refusals: ['version_conflict', ...refusals],
    change: DECIDE_REVALUATION,
    input: ({ parameters, body, ifMatch }, { relyingParty }) => ({
      ...givenDecision(body, relyingParty),
      ...parameters,
      ifMatch,
      verb,
    }),
    respond: ({ revaluation, approvals }) =>
      recordReply(toApprovedRevaluation({ ...revaluation, approvalState: approvals }), revaluation),
  })
}
