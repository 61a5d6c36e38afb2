import { isSamePerson } from '../access-tokens/access-token.ts'
import type { Change, ChangeRequest, DecisionTime } from '../database/changes/change.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { decisionRefusal, type RevaluationVerb } from './decide-revaluation.rules.ts'
import {
  type LockedForDecision,
  lockForDecision,
  writeDecision,
} from './decide-revaluation.store.ts'
import { type RevaluationDetailsRow, revaluationNotFound } from './revaluation.ts'
import { revaluationEvent, valuationEvents } from './revaluation-event.ts'
import { type Revalued, revalued } from './revalued.ts'
import { writeValuations } from './valuations.store.ts'

interface Decision {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly tokenId: string | null
  readonly verb: RevaluationVerb
  /** The contracts of reject and cancel require it; an approval has none. */
  readonly reason?: string
}

interface DecidedRevaluation {
  readonly revaluation: RevaluationDetailsRow
  /** Empty unless it was approved. */
  readonly revalued: Revalued
}

const STATUSES = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const
const NOTHING: Revalued = { items: [], valuations: [] }

/** Approves, rejects or cancels a pending revaluation; an approval revalues all items, or none. */
export const DECIDE_REVALUATION: Change<Decision, LockedForDecision, DecidedRevaluation> = {
  name: 'decide_revaluation',
  lock: (tx, decisions) => lockForDecision(tx, decisions[0] as Decision),
  judge: judgeDecision,
  write: (tx, accepted) => {
    for (const { result } of accepted) {
      const { id, reason, requestedByTokenId } = result.revaluation
      writeDecision(tx, result.revaluation)
      const made = { reason, tokenId: requestedByTokenId, revaluationId: id }
      writeValuations(tx, result.revalued.valuations, made)
    }
  },
  events: (accepted) =>
    accepted.flatMap((one) => [
      revaluationEvent(one, one.result.revaluation),
      ...valuationEvents(one, one.result.revalued),
    ]),
}

function judgeDecision(
  { caller, input: { ifMatch, verb, reason = undefined } }: ChangeRequest<Decision>,
  locked: LockedForDecision,
  { nowMs }: DecisionTime,
) {
  const { revaluation, policy, tokensById, itemsById } = locked
  if (revaluation === undefined) return revaluationNotFound()
  const { version, status, requestedByTokenId, itemIds, fromValuesCents } = revaluation
  const refusal =
    versionRefusal('revaluation', { version, ifMatch }) ??
    decisionRefusal({
      verb,
      status,
      fourEyes: policy.fourEyes,
      requestedByCaller: isSamePerson(
        tokensById.get(requestedByTokenId ?? ''),
        tokensById.get(caller.tokenId ?? ''),
      ),
      items: itemIds.map((inventoryItemId, place) => ({
        inventoryItemId,
        fromValueCents: fromValuesCents[place] as string,
        now: itemsById.get(inventoryItemId),
      })),
    })
  if (refusal !== undefined) return refusal
  return {
    revaluation: {
      ...revaluation,
      status: STATUSES[verb],
      decidedAt: new Date(Math.max(nowMs, revaluation.createdAt.getTime())),
      decidedByTokenId: caller.tokenId,
      decisionReason: reason ?? null,
      version: version + 1,
    },
    revalued: verb === 'approve' ? revalued(valuesOf(revaluation), locked, nowMs) : NOTHING,
  }
}

function valuesOf({ itemIds, toValuesCents }: RevaluationDetailsRow) {
  return itemIds.map((inventoryItemId, place) => ({
    inventoryItemId,
    declaredValueCents: toValuesCents[place] as string,
  }))
}
