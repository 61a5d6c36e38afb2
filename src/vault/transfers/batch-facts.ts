import type { ApprovedRecord } from '../../access/organizations/approval-rules.ts'
import { isSamePerson, type TokenHolder } from '../../access/tokens/access-token.ts'
import type { ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import {
  approvalStanding,
  type CallersApproval,
  type RequiredApprovals,
  requiredApprovals,
} from '../approvals/approval.ts'
import type { ApprovalFacts } from './decide-transfer.rules.ts'
import type {
  DecidedTransfer,
  Destination,
  LockedBatch,
  LockedForDecision,
} from './decide-transfer.store.ts'
import type { TransferStatus } from './transfer-batch.ts'

/** A locked batch, and the facts that its end is judged by. */
export interface BatchFacts {
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
