import { reasonBody } from '../domain/fields.ts'
import { changeOperation, recordReply } from '../http/change-operation.ts'
import type { DecisionContract } from '../http/decision-contract.ts'
import { versionedResponse } from '../http/operation-contract.ts'
import { APPROVAL_BODY, givenDecision } from '../passkeys/approval-proof.ts'
import type { TransferVerb } from './decide-transfer.rules.ts'
import { DECIDE_TRANSFER } from './decide-transfer.ts'
import { APPROVED_TRANSFER, TRANSFER_BY_ID, toApprovedTransfer } from './transfer-batch.ts'

const ITEMS_RELEASED = ': its items stay in the source account and are `in_vault` again.'

export const approveTransferRoute = decision('approve', {
  operationId: 'approveTransfer',
  description:
    'Completes a pending batch: every item moves to the destination and is `in_vault` again. The ' +
    'creator of the batch cannot approve it, unless the policy turns `fourEyes` off. Where the ' +
    'policy (`approvalRules`) asks for several approvals, each of another person, the batch stays ' +
    '`pending` until the last one. That is final; to undo it, transfer the items back.',
  permission: 'transfer_batches:approve',
  body: APPROVAL_BODY,
  bodyIsOptional: true,
  outcome: 'The batch: `completed`, or `pending` if it needs further approvals.',
  refusals: [
    'sign_in_required',
    'self_approval_forbidden',
    'invalid_state_transition',
    'already_approved',
    'insured_value_exceeded',
    'proof_required',
    'proof_invalid',
  ],
})

export const rejectTransferRoute = decision('reject', {
  operationId: 'rejectTransfer',
  description: `Rejects a pending batch${ITEMS_RELEASED}`,
  permission: 'transfer_batches:approve',
  body: reasonBody('Why the transfer is rejected.', 'The buyer could not be verified'),
  outcome: 'The batch, `rejected`.',
  refusals: ['invalid_state_transition'],
})

export const cancelTransferRoute = decision('cancel', {
  operationId: 'cancelTransfer',
  description: `Cancels a pending batch${ITEMS_RELEASED}`,
  permission: 'transfer_batches:cancel',
  body: reasonBody('Why the transfer is cancelled.', 'Entered twice'),
  outcome: 'The batch, `cancelled`.',
  refusals: ['invalid_state_transition'],
})

export const decideTransferRoutes = [approveTransferRoute, rejectTransferRoute, cancelTransferRoute]

function decision(verb: TransferVerb, { outcome, refusals, ...contract }: DecisionContract) {
  return changeOperation({
    ...contract,
    path: `/v1/transfers/{id}/${verb}`,
    ...TRANSFER_BY_ID,
    success: versionedResponse(outcome, APPROVED_TRANSFER),
    // Expired batches must not count in the destination's exposure.
    expiresTransfersFirst: true,
    refusals: ['version_conflict', ...refusals],
    change: DECIDE_TRANSFER,
    input: ({ parameters, body, ifMatch }, { relyingParty }) => ({
      ...givenDecision(body, relyingParty),
      ...parameters,
      ifMatch,
      verb,
    }),
    respond: ({ batch, approvals }) =>
      recordReply(toApprovedTransfer({ ...batch, approvalState: approvals }), batch),
  })
}
