import { isSamePerson } from '../access-tokens/access-token.ts'
import { type ChangeRequest, LOCKED, type Moment } from '../database/changes/change.ts'
import type { ApprovalFacts } from './approve-transfer.rules.ts'
import type {
  Destination,
  EndedTransfer,
  LockedBatch,
  LockedForEnding,
} from './end-transfer.store.ts'
import type { TransferStatus } from './transfer-batch.ts'

/** A batch under its lock, and what its end is judged by. */
export interface BatchFacts {
  readonly batch: LockedBatch
  readonly facts: ApprovalFacts
  /** The moment of its end, unless time ends it; milliseconds since the Unix epoch. */
  readonly atMs: number
  readonly declaredValueCents: string
  /** Whether all items of a pending batch are there, locked, and claimed by it. */
  readonly hasItsItems: boolean
}

/** Of who cannot tell what a batch brings it counts as nothing: it is not to be completed then. */
const NO_DESTINATION: Omit<Destination, 'id'> = { exposureCents: '0', maxInsuredValueCents: '0' }

/**
 * What is known of a batch: undefined where the organization has none of that id; LOCKED where
 * somebody else may hold it.
 */
export function batchFacts(
  { caller }: Pick<ChangeRequest<unknown>, 'caller'>,
  locked: LockedForEnding,
  { id, nowMs }: { id: string } & Pick<Moment, 'nowMs'>,
): BatchFacts | typeof LOCKED | undefined {
  const { mode, batchesById, itemsById, policy, destinationsById, tokensById } = locked
  const batch = batchesById.get(id)
  if (batch === undefined) return mode === 'skip_locked' ? LOCKED : undefined
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
  const facts: ApprovalFacts = {
    status: batch.status,
    isExpired: batch.expiresAt !== null && batch.expiresAt.getTime() <= atMs,
    fourEyes: policy.fourEyes,
    createdByApprover: isSamePerson(creator, tokensById.get(caller.tokenId ?? '')),
    insuredExposure: policy.insuredExposure,
    exposureCents: destination.exposureCents,
    maxInsuredValueCents: destination.maxInsuredValueCents,
  }
  return { batch, facts, atMs, declaredValueCents: String(declaredValueCents), hasItsItems }
}

/** How a batch ends, and by whom. */
export interface Ending {
  readonly status: Exclude<TransferStatus, 'pending'>
  /** The caller's token, the organization's policy, or the clock. */
  readonly by: 'token' | 'system' | 'time'
  readonly tokenId: string | null
  readonly reason: string | null
}

/**
 * The batch as it is when it has ended, which the next request of its transaction sees as well.
 * LOCKED where somebody else may hold its items; an error where it has lost some.
 */
export function ended(
  { batch, facts, atMs, hasItsItems }: BatchFacts,
  { status, by, tokenId, reason }: Ending,
  { batchesById, mode }: LockedForEnding,
): EndedTransfer | typeof LOCKED | Error {
  if (!hasItsItems) {
    return mode === 'skip_locked' ? LOCKED : new Error(`${batch.id} lost items of its claim`)
  }
  const isOver = BigInt(facts.exposureCents) > BigInt(facts.maxInsuredValueCents)
  // What time ends, it ended when it fell due, whoever notices it, and whenever.
  const at = by === 'time' && batch.expiresAt !== null ? batch.expiresAt : new Date(atMs)
  const unreviewed = batch.systemReview === 'due' ? 'off' : batch.systemReview
  const after: LockedBatch = {
    ...batch,
    status,
    decidedAt: at,
    decidedByTokenId: by === 'token' ? tokenId : null,
    decisionReason: reason,
    approvedBySystem: by === 'system',
    systemReview: by === 'system' ? 'passed' : unreviewed,
    approvedOverInsuredMaximum: status === 'completed' && isOver,
    version: batch.version + 1,
  }
  batchesById.set(batch.id, after)
  return { batch: after, isWritten: true }
}
