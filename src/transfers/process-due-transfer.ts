import type { Change, ChangeRequest, Moment } from '../database/changes/change.ts'
import { LOCKED } from '../database/changes/change.ts'
import {
  type EndedTransfer,
  type LockedBatch,
  type LockedForEnding,
  lockForEnding,
  writeEndedTransfers,
} from './end-transfer.store.ts'
import { batchFacts, ended } from './end-transfer.ts'
import type { DueTransfer } from './process-due-transfers.store.ts'
import { reviewReasons } from './review-transfer.rules.ts'
import { transferBatchNotFound } from './transfer-batch.ts'

/**
 * Ends batches that time has ended, and lets the organization's policy judge those that wait for it:
 * such a batch is completed, or left pending with the reasons. One that meanwhile was decided is
 * left as it is.
 */
export const PROCESS_DUE_TRANSFER: Change<DueTransfer, LockedForEnding, EndedTransfer> = {
  name: 'process_due_transfer',
  batching: { weightOf: ({ totalItems }) => totalItems, conflictKeysOf: ({ id }) => [id] },
  lock: (tx, due, mode) => {
    const batchIds = due.map(({ id }) => id)
    const isReview = due.some(({ what }) => what === 'review')
    return lockForEnding(tx, { batchIds, mayComplete: isReview, isReview, tokenIds: [] }, mode)
  },
  judge,
  write: writeEndedTransfers,
}

/** Where the policy has no limit of a day. */
const NO_DAY = { items: 0, declaredValueCents: '0' }

function judge(request: ChangeRequest<DueTransfer>, locked: LockedForEnding, { nowMs }: Moment) {
  const { id, what } = request.input
  const found = batchFacts(request, locked, { id, nowMs })
  if (found === undefined) return transferBatchNotFound()
  if (found === LOCKED) return LOCKED
  const { batch, facts } = found
  // A review counts the items: it must see all of them.
  if (!found.hasItsItems && locked.mode === 'skip_locked') return LOCKED
  const isDue = what === 'expiry' ? facts.isExpired : batch.systemReview === 'due'
  if (batch.status !== 'pending' || !isDue) return { batch, isWritten: false }
  if (what === 'expiry' || facts.isExpired) {
    return ended(found, { status: 'expired', by: 'time', tokenId: null, reason: null }, locked)
  }
  const { policy, daysById } = locked
  const isOff = policy.systemApproval === 'off'
  const day = daysById.get(batch.fromFboAccountId) ?? NO_DAY
  const review = reviewReasons({
    policy,
    totalItems: batch.totalItems,
    declaredValueCents: found.declaredValueCents,
    reasons: batch.reasons,
    exposureCents: facts.exposureCents,
    maxInsuredValueCents: facts.maxInsuredValueCents,
    day,
  })
  if (!isOff && review.length === 0) {
    return ended(found, { status: 'completed', by: 'system', tokenId: null, reason: null }, locked)
  }
  // Turned off since the batch was created, the policy has nothing to say about it.
  const after: LockedBatch = {
    ...batch,
    systemReview: isOff ? 'off' : 'failed',
    review: isOff ? [] : review,
    version: batch.version + 1,
  }
  locked.batchesById.set(id, after)
  // What is left to a person does not count for those that are judged after it.
  daysById.set(batch.fromFboAccountId, {
    id: batch.fromFboAccountId,
    items: day.items - batch.totalItems,
    declaredValueCents: String(BigInt(day.declaredValueCents) - BigInt(found.declaredValueCents)),
  })
  return { batch: after, isWritten: true }
}
