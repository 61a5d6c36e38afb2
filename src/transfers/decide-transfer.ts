import {
  type Change,
  type ChangeRequest,
  type DecisionTime,
  RETRY_UNBATCHED,
} from '../database/changes/change.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { approvalRefusal, stateRefusal, type TransferVerb } from './decide-transfer.rules.ts'
import {
  type EndedTransfer,
  type LockedForEnding,
  lockForEnding,
  writeEndedTransfers,
} from './end-transfer.store.ts'
import { batchFacts, ended } from './end-transfer.ts'
import { transferBatchNotFound } from './transfer-batch.ts'
import { endingEvents } from './transfer-event.ts'

/** A caller's decision about the batch with that id. */
export interface Decision {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly tokenId: string | null
  readonly verb: TransferVerb
  /** The contracts of reject and cancel require it; an approval has none. */
  readonly reason?: string
}

const STATUSES = { approve: 'completed', reject: 'rejected', cancel: 'cancelled' } as const

/** Approves, rejects or cancels pending batches, each with all its items. */
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
  events: endingEvents,
}

function judge(request: ChangeRequest<Decision>, locked: LockedForEnding, { nowMs }: DecisionTime) {
  const { id, ifMatch, verb, reason } = request.input
  const found = batchFacts(request, locked, { id, nowMs })
  if (found === undefined) return transferBatchNotFound()
  if (found === RETRY_UNBATCHED) return RETRY_UNBATCHED
  const { facts, batch } = found
  const refusal =
    versionRefusal('transfer', { version: batch.version, ifMatch }) ??
    (verb === 'approve' ? approvalRefusal(facts) : stateRefusal(verb, facts))
  if (refusal !== undefined) return refusal
  const { tokenId } = request.caller
  return ended(found, { status: STATUSES[verb], by: 'caller', tokenId, reason }, locked)
}
