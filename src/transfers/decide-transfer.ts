import type { Change, ChangeRequest, Moment } from '../database/changes/change.ts'
import { LOCKED } from '../database/changes/change.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { approvalRefusal, stateRefusal } from './approve-transfer.rules.ts'
import {
  type EndedTransfer,
  type LockedForEnding,
  lockForEnding,
  writeEndedTransfers,
} from './end-transfer.store.ts'
import { batchFacts, ended } from './end-transfer.ts'
import { transferBatchNotFound } from './transfer-batch.ts'

/** A decision that somebody asks for, about the batch of that id. */
export type Decision = {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly tokenId: string | null
} & ({ readonly verb: 'approve' } | { readonly verb: 'reject' | 'cancel'; readonly reason: string })

const STATUSES = { approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const

/** Approves, rejects or cancels pending batches, all items of a batch at once. */
export const DECIDE_TRANSFER: Change<Decision, LockedForEnding, EndedTransfer> = {
  name: 'decide_transfer',
  batching: { weightOf: () => 20, conflictKeysOf: ({ id }) => [id] },
  lock: (tx, decisions, mode) => {
    const batchIds = decisions.map(({ id }) => id)
    const tokenIds = decisions.flatMap(({ tokenId }) => tokenId ?? [])
    const mayComplete = decisions.some(({ verb }) => verb === 'approve')
    return lockForEnding(tx, { batchIds, mayComplete, isReview: false, tokenIds }, mode)
  },
  judge,
  write: writeEndedTransfers,
}

function judge(request: ChangeRequest<Decision>, locked: LockedForEnding, moment: Moment) {
  const { input } = request
  const found = batchFacts(request, locked, { id: input.id, nowMs: moment.nowMs })
  if (found === undefined) return transferBatchNotFound()
  if (found === LOCKED) return LOCKED
  const { facts, batch } = found
  const refusal =
    versionRefusal('transfer', { version: batch.version, ifMatch: input.ifMatch }) ??
    (input.verb === 'approve' ? approvalRefusal(facts) : stateRefusal(input.verb, facts))
  if (refusal !== undefined) return refusal
  return ended(
    found,
    {
      status: STATUSES[input.verb],
      by: 'token',
      tokenId: request.caller.tokenId,
      reason: input.verb === 'approve' ? null : input.reason,
    },
    locked,
  )
}
