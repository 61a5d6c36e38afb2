import type { FastifyInstance } from 'fastify'
import { reasonBody } from '../domain/fields.ts'
import { addChange, recordReply } from '../http/change-operation.ts'
import type { DecisionContract } from '../http/decision-contract.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { APPROVAL_BODY, givenDecision } from '../passkeys/approval-proof.ts'
import type { RevaluationVerb } from './decide-revaluation.rules.ts'
import { DECIDE_REVALUATION } from './decide-revaluation.ts'
import { APPROVED_REVALUATION, REVALUATION_BY_ID, toApprovedRevaluation } from './revaluation.ts'

/** Approve, reject and cancel. */
export function decideRevaluationRoutes(app: FastifyInstance): void {
  approveRevaluationRoute(app)
  rejectRevaluationRoute(app)
  cancelRevaluationRoute(app)
}

export function approveRevaluationRoute(app: FastifyInstance): void {
  addDecision(app, 'approve', {
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
}

export function rejectRevaluationRoute(app: FastifyInstance): void {
  addDecision(app, 'reject', {
    operationId: 'rejectRevaluation',
    description: 'Rejects a pending revaluation: its items keep their values.',
    permission: 'revaluations:approve',
    body: reasonBody('Why the revaluation is rejected.', 'The appraisal is of another item'),
    outcome: 'The revaluation, `rejected`.',
    refusals: ['invalid_state_transition'],
  })
}

export function cancelRevaluationRoute(app: FastifyInstance): void {
  addDecision(app, 'cancel', {
    operationId: 'cancelRevaluation',
    description: 'Cancels a pending revaluation: its items keep their values.',
    permission: 'inventory_items:revalue',
    body: reasonBody('Why the revaluation is cancelled.', 'Entered twice'),
    outcome: 'The revaluation, `cancelled`.',
    refusals: ['invalid_state_transition'],
  })
}

function addDecision(
  app: FastifyInstance,
  verb: RevaluationVerb,
  { outcome, refusals, ...contract }: DecisionContract,
): void {
  addChange(
    app,
    {
      ...contract,
      method: 'POST',
      path: `/v1/revaluations/{id}/${verb}`,
      ...REVALUATION_BY_ID,
      success: recordResponse(outcome, APPROVED_REVALUATION),
      versioned: true,
      refusals: ['version_conflict', ...refusals],
    },
    {
      change: DECIDE_REVALUATION,
      input: ({ parameters, body, ifMatch }) => ({
        ...givenDecision(body, app.relyingParty),
        ...parameters,
        ifMatch,
        verb,
      }),
      respond: ({ revaluation, approvals }) =>
        recordReply(
          toApprovedRevaluation({ ...revaluation, approvalState: approvals }),
          revaluation,
        ),
    },
  )
}
