import { signInRefusal } from '../../access/organizations/sign-in-refusal.ts'
import type { Change, ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import { Refusal } from '../../domain/errors.ts'
import { reasonBody } from '../../domain/fields.ts'
import { versionRefusal } from '../../domain/versions.ts'
import { recordReply } from '../../http/change-operation.ts'
import type { CallersApproval } from '../approvals/approval.ts'
import { provenApproval } from '../approvals/approval-proof.ts'
import {
  type Decision,
  type DecisionContract,
  decisionOperation,
} from '../approvals/decision-operation.ts'
import { transferContent } from './approved-transfer.ts'
import { type BatchFacts, batchFacts, decidedBatch } from './batch-facts.ts'
import { approvalRefusal, stateRefusal } from './decide-transfer.rules.ts'
import {
  type DecidedTransfer,
  type LockedBatch,
  type LockedForDecision,
  lockForDecision,
  writeDecidedTransfer,
} from './decide-transfer.store.ts'
import {
  APPROVED_TRANSFER,
  TRANSFER_BY_ID,
  toApprovedTransfer,
  transferBatchNotFound,
} from './transfer-batch.ts'
import { decisionEvents } from './transfer-event.ts'

const STATUSES = { approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const

/** Approves, rejects or cancels pending batches, each with all its items. */
export const DECIDE_TRANSFER: Change<Decision, LockedForDecision, DecidedTransfer> = {
  name: 'decide_transfer',
  sharing: {
    weightOf: () => 20,
    // A passkey counts its uses: each is judged by the count that the one before left.
    keysOf: ({ id, proof }) => [id, ...(proof ? [proof.assertion.credentialId] : [])],
  },
  lock: (tx, decisions, callers) => {
    const batchIds = decisions.map(({ id }) => id)
    const tokenIds = callers.flatMap(({ tokenId }) => tokenId ?? [])
    const proofs = decisions.filter(({ verb }) => verb === 'approve')
    const mayComplete = proofs.length > 0
    return lockForDecision(tx, { batchIds, mayComplete, isReview: false, tokenIds, proofs })
  },
  judge: judgeDecideTransfer,
  write: writeDecidedTransfer,
  events: decisionEvents,
}

function judgeDecideTransfer(
  request: ChangeRequest<Decision>,
  locked: LockedForDecision,
  { nowMs }: DecisionTime,
) {
  const { id, ifMatch, verb, reason } = request.input
  const found = batchFacts(request, locked, { id, nowMs })
  if (found === undefined) return transferBatchNotFound()
  const { facts, batch } = found
  const refusal =
    (verb === 'approve' ? signInRefusal(request.caller, found.approvals, nowMs) : undefined) ??
    versionRefusal('transfer', { version: batch.version, ifMatch }) ??
    (verb === 'approve' ? approvalRefusal(facts) : stateRefusal(verb, facts))
  if (refusal !== undefined) return refusal
  const { tokenId } = request.caller
  const ending = { status: STATUSES[verb], by: 'caller', tokenId, reason } as const
  if (verb !== 'approve') return decidedBatch(found, ending)
  const approval = provenApproval(request.caller, found.approvals, {
    given: request.input.proof,
    signers: locked.signers,
    content: transferContent(batch, found.declaredValueCents),
    atMs: found.atMs,
  })
  if (approval instanceof Refusal) return approval
  return approval.isLast
    ? decidedBatch(found, { ...ending, approval })
    : approvedBatch(found, approval)
}

/** A batch that waits for further approvals. */
function approvedBatch({ batch, atMs }: BatchFacts, approval: CallersApproval): DecidedTransfer {
  const after: LockedBatch = { ...batch, version: batch.version + 1 }
  return { batch: after, isWritten: true, at: new Date(atMs), approvals: approval, approval }
}

const ITEMS_RELEASED = ': its items stay in the source account and are `in_vault` again.'

export const approveTransferRoute = decision({
  verb: 'approve',
  operationId: 'approveTransfer',
  description:
    'Completes a pending batch: every item moves to the destination and is `in_vault` again. The ' +
    'creator of the batch cannot approve it, unless the policy turns `fourEyes` off. Where the ' +
    'policy (`approvalRules`) asks for several approvals, each of another person, the batch stays ' +
    '`pending` until the last one. That is final; to undo it, transfer the items back.',
  permission: 'transfer_batches:approve',
  outcome: 'The batch: `completed`, or `pending` if it needs further approvals.',
})

export const rejectTransferRoute = decision({
  verb: 'reject',
  operationId: 'rejectTransfer',
  description: `Rejects a pending batch${ITEMS_RELEASED}`,
  permission: 'transfer_batches:approve',
  body: reasonBody('Why the transfer is rejected.', 'The buyer could not be verified'),
  outcome: 'The batch, `rejected`.',
})

export const cancelTransferRoute = decision({
  verb: 'cancel',
  operationId: 'cancelTransfer',
  description: `Cancels a pending batch${ITEMS_RELEASED}`,
  permission: 'transfer_batches:cancel',
  body: reasonBody('Why the transfer is cancelled.', 'Entered twice'),
  outcome: 'The batch, `cancelled`.',
})

export const decideTransferRoutes = [approveTransferRoute, rejectTransferRoute, cancelTransferRoute]

function decision(contract: DecisionContract) {
  return decisionOperation(
    {
      path: '/v1/transfers',
      ...TRANSFER_BY_ID,
      // Expired batches must not count in the destination's exposure.
      expiresTransfersFirst: true,
      shown: APPROVED_TRANSFER,
      ownRefusal: 'insured_value_exceeded',
      change: DECIDE_TRANSFER,
      respond: ({ batch, approvals: approvalState }) =>
        recordReply(toApprovedTransfer({ ...batch, approvalState }), batch),
    },
    contract,
  )
}
