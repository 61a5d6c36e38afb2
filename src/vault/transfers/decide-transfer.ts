import type { ApprovedRecord } from '../../access/organizations/approval-rules.ts'
import { signInRefusal } from '../../access/organizations/sign-in-refusal.ts'
import { isSamePerson, type TokenHolder } from '../../access/tokens/access-token.ts'
import type { Change, ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import { Refusal } from '../../domain/errors.ts'
import { reasonBody } from '../../domain/fields.ts'
import { versionRefusal } from '../../domain/versions.ts'
import { recordReply } from '../../http/change-operation.ts'
import {
  approvalStanding,
  type CallersApproval,
  type RequiredApprovals,
  requiredApprovals,
} from '../approvals/approval.ts'
import { provenApproval } from '../approvals/approval-proof.ts'
import {
  type Decision,
  type DecisionContract,
  decisionOperation,
} from '../approvals/decision-operation.ts'
import { transferContent } from './approved-transfer.ts'
import { type ApprovalFacts, approvalRefusal, stateRefusal } from './decide-transfer.rules.ts'
import {
  type DecidedTransfer,
  type Destination,
  type LockedBatch,
  type LockedForDecision,
  lockForDecision,
  writeDecidedTransfer,
} from './decide-transfer.store.ts'
import {
  APPROVED_TRANSFER,
  TRANSFER_BY_ID,
  type TransferStatus,
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

/** A locked batch, and the facts that its end is judged by. */
interface BatchFacts {
  readonly batch: LockedBatch
  readonly facts: ApprovalFacts
  /** The moment of a decision; milliseconds since the Unix epoch. */
  readonly atMs: number
  readonly declaredValueCents: string
  readonly approvals: RequiredApprovals
  /** Absent if no token created it. */
  readonly creator: TokenHolder | undefined
  /** Whether all items of a pending batch are locked and claimed by it. */
  readonly hasItsItems: boolean
}

/** The store reads destinations only for batches that may be completed; this is for the others. */
const NO_DESTINATION: Omit<Destination, 'id'> = { exposureCents: '0', maxInsuredValueCents: '0' }

/** The facts of a batch; undefined if the organization has none with that id. */
export function batchFacts(
  { caller }: Pick<ChangeRequest<unknown>, 'caller'>,
  locked: LockedForDecision,
  { id, nowMs }: { id: string } & Pick<DecisionTime, 'nowMs'>,
): BatchFacts | undefined {
  const { batchesById, itemsById, policy, approvalsById, destinationsById, tokensById } = locked
  const batch = batchesById.get(id)
  if (batch === undefined) return undefined
  let atMs = nowMs
  let declaredValueCents = 0n
  let hasItsItems = true
  for (const itemId of batch.status === 'pending' ? batch.itemIds : []) {
    const item = itemsById.get(itemId)
    hasItsItems &&= item?.activeTransferId === id
    atMs = Math.max(atMs, item?.changedAtMs ?? 0)
    declaredValueCents += BigInt(item?.declaredValueCents ?? 0)
  }
  const destination = destinationsById.get(batch.toFboAccountId) ?? NO_DESTINATION
  const creator = tokensById.get(batch.createdByTokenId ?? '')
  const approver = { tokenId: caller.tokenId, holder: tokensById.get(caller.tokenId ?? '') }
  const record = approvedRecord(batch, declaredValueCents)
  const approvals = requiredApprovals(approvalsById.get(id), record)
  const facts: ApprovalFacts = {
    status: batch.status,
    isExpired: batch.expiresAt !== null && batch.expiresAt.getTime() <= atMs,
    fourEyes: policy.fourEyes,
    createdByApprover: isSamePerson(creator, approver.holder),
    approvals: approvalStanding(approvals, approver),
    insuredExposure: policy.insuredExposure,
    exposureCents: destination.exposureCents,
    maxInsuredValueCents: destination.maxInsuredValueCents,
  }
  return {
    batch,
    facts,
    atMs,
    declaredValueCents: String(declaredValueCents),
    approvals,
    creator,
    hasItsItems,
  }
}

/** The value of its items counts as it was and as it is: no revaluation spares an approval. */
function approvedRecord(
  { totalItems, totalDeclaredValueCents, fromFboAccountId, toFboAccountId }: LockedBatch,
  declaredValueCents: bigint,
): ApprovedRecord {
  return {
    totalItems,
    declaredValuesCents: [totalDeclaredValueCents ?? '0', `${declaredValueCents}`],
    fboAccountIds: [fromFboAccountId, toFboAccountId],
  }
}

interface Ending {
  readonly status: Exclude<TransferStatus, 'pending'>
  /** The caller's decision, the organization's policy, or the clock. */
  readonly by: 'caller' | 'system' | 'time'
  readonly tokenId?: string | null
  readonly reason?: string | null | undefined
  /** The last one of those that it needs. */
  readonly approval?: CallersApproval
}

/** The batch as it ends; an error if it has lost items of its claim. */
export function decidedBatch(
  { batch, facts, approvals, atMs, hasItsItems }: BatchFacts,
  { status, by, tokenId = null, reason = null, approval }: Ending,
): DecidedTransfer | Error {
  if (!hasItsItems) return new Error(`${batch.id} lost items of its claim`)
  const isOver = BigInt(facts.exposureCents) > BigInt(facts.maxInsuredValueCents)
  // An expired batch ended when it fell due, however late that is processed.
  const at = by === 'time' && batch.expiresAt !== null ? batch.expiresAt : new Date(atMs)
  const unreviewed = batch.systemReview === 'due' ? 'off' : batch.systemReview
  const after: LockedBatch = {
    ...batch,
    status,
    decidedAt: at,
    decidedByTokenId: tokenId,
    decisionReason: reason,
    approvedBySystem: by === 'system',
    systemReview: by === 'system' ? 'passed' : unreviewed,
    approvedOverInsuredMaximum: status === 'completed' && isOver,
    approvalsRequired: approval?.isKept ? approval.required : null,
    version: batch.version + 1,
  }
  return {
    batch: after,
    isWritten: true,
    at,
    approvals: approval ?? approvals,
    ...(approval && { approval }),
  }
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
