import type { ApprovedRecord } from '../../access/organizations/approval-rules.ts'
import { signInRefusal } from '../../access/organizations/sign-in-refusal.ts'
import { isSamePerson } from '../../access/tokens/access-token.ts'
import type { ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { Refusal } from '../../domain/errors.ts'
import { reasonBody } from '../../domain/fields.ts'
import { versionRefusal } from '../../domain/versions.ts'
import { recordReply } from '../../http/change-operation.ts'
import {
  type ApprovalState,
  approvalEvents,
  approvalStanding,
  type CallersApproval,
  requiredApprovals,
} from '../approvals/approval.ts'
import { provenApproval } from '../approvals/approval-proof.ts'
import { writeApproval } from '../approvals/approvals.store.ts'
import {
  type Decision,
  type DecisionContract,
  decisionOperation,
} from '../approvals/decision-operation.ts'
import { revaluationContent } from './approved-revaluation.ts'
import { decisionRefusal } from './decide-revaluation.rules.ts'
import {
  type LockedForDecision,
  lockForDecision,
  writeDecision,
} from './decide-revaluation.store.ts'
import {
  APPROVED_REVALUATION,
  REVALUATION_BY_ID,
  type RevaluationDetailsRow,
  revaluationNotFound,
  revaluedItems,
  toApprovedRevaluation,
} from './revaluation.ts'
import { revaluationEvent, stateEvent, valuationEvents } from './revaluation-event.ts'
import { type Revalued, revalued } from './revaluation-totals.ts'
import { writeValuations } from './valuations.store.ts'

interface DecidedRevaluation {
  readonly revaluation: RevaluationDetailsRow
  readonly approvals: ApprovalState
  /** The caller's; a revaluation that needs another one stays pending. */
  readonly approval: CallersApproval | undefined
  /** Empty unless it was approved. */
  readonly revalued: Revalued
}

const STATUSES = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const
const NOTHING: Revalued = { items: [], valuations: [] }

/** Approves, rejects or cancels a pending revaluation; an approval revalues all items, or none. */
export const DECIDE_REVALUATION = unbatchedChange({
  name: 'decide_revaluation',
  lock: lockForDecision,
  judge: judgeDecision,
  write: (tx, { result }) => {
    const { approval } = result
    const { id, reason, requestedByTokenId } = result.revaluation
    if (approval !== undefined) writeApproval(tx, 'revaluation', id, approval)
    if (approval?.isLast === false) return
    writeDecision(tx, result.revaluation, approval?.isKept ? approval.required : null)
    const made = { reason, tokenId: requestedByTokenId, revaluationId: id }
    writeValuations(tx, result.revalued.valuations, made)
  },
  events: (one) => {
    const { revaluation, approval } = one.result
    const given = approvalEvents(approval, (event) =>
      revaluationEvent(one, revaluation, { type: 'revaluation.approval_given', ...event }),
    )
    if (approval?.isLast === false) return given
    return [...given, stateEvent(one, revaluation), ...valuationEvents(one, one.result.revalued)]
  },
})

function judgeDecision(
  { caller, input }: ChangeRequest<Decision>,
  locked: LockedForDecision,
  { nowMs }: DecisionTime,
): DecidedRevaluation | Error {
  const { ifMatch, verb, reason } = input
  const { revaluation, policy, tokensById, itemsById } = locked
  if (revaluation === undefined) return revaluationNotFound()
  const holder = tokensById.get(caller.tokenId ?? '')
  const approvals = requiredApprovals(locked.approvals, approvedRecord(revaluation, locked))
  const { version, status, requestedByTokenId } = revaluation
  const refusal =
    (verb === 'approve' ? signInRefusal(caller, approvals, nowMs) : undefined) ??
    versionRefusal('revaluation', { version, ifMatch }) ??
    decisionRefusal({
      verb,
      status,
      fourEyes: policy.fourEyes,
      requestedByCaller: isSamePerson(tokensById.get(requestedByTokenId ?? ''), holder),
      approvals: approvalStanding(approvals, { tokenId: caller.tokenId, holder }),
      items: revaluedItems(revaluation).map((item) => {
        return { ...item, now: itemsById.get(item.inventoryItemId) }
      }),
    })
  if (refusal !== undefined) return refusal
  const atMs = Math.max(nowMs, revaluation.createdAt.getTime())
  const approval =
    verb === 'approve'
      ? provenApproval(caller, approvals, {
          ...{ given: input.proof, signers: locked.signers, atMs },
          content: revaluationContent(revaluation),
        })
      : undefined
  if (approval instanceof Refusal) return approval
  const found = { approvals: approval ?? approvals, approval }
  if (approval?.isLast === false) {
    return { ...found, revaluation: { ...revaluation, version: version + 1 }, revalued: NOTHING }
  }
  return {
    ...found,
    revaluation: {
      ...revaluation,
      status: STATUSES[verb],
      decidedAt: new Date(atMs),
      decidedByTokenId: caller.tokenId,
      decisionReason: reason ?? null,
      version: version + 1,
    },
    revalued: verb === 'approve' ? revalued(valuesOf(revaluation), locked, nowMs) : NOTHING,
  }
}

/** The values of its items count as they were found and as they are asked for. */
function approvedRecord(
  { totalItems, itemIds, fromValuesCents, toValuesCents }: RevaluationDetailsRow,
  { itemsById }: LockedForDecision,
): ApprovedRecord {
  const sumOf = (values: readonly string[]) =>
    String(values.reduce((sum, cents) => sum + BigInt(cents), 0n))
  return {
    totalItems,
    declaredValuesCents: [sumOf(fromValuesCents), sumOf(toValuesCents)],
    fboAccountIds: itemIds.flatMap((id) => itemsById.get(id)?.fboAccountId ?? []),
  }
}

function valuesOf(revaluation: RevaluationDetailsRow) {
  return revaluedItems(revaluation).map(({ inventoryItemId, toValueCents }) => {
    return { inventoryItemId, declaredValueCents: toValueCents }
  })
}

export const approveRevaluationRoute = decision({
  verb: 'approve',
  operationId: 'approveRevaluation',
  description:
    'Approves a pending revaluation: its items have the new values from now on, all of them or ' +
    'none. The person who requested it cannot approve it, unless the policy turns off `fourEyes`. ' +
    'Where the policy (`approvalRules`) asks for several approvals, each of another person, it ' +
    'stays `pending` until the last one.',
  permission: 'revaluations:approve',
  outcome: 'The revaluation: `approved`, or `pending` if it needs further approvals.',
})

export const rejectRevaluationRoute = decision({
  verb: 'reject',
  operationId: 'rejectRevaluation',
  description: 'Rejects a pending revaluation: its items keep their values.',
  permission: 'revaluations:approve',
  body: reasonBody('Why the revaluation is rejected.', 'The appraisal is of another item'),
  outcome: 'The revaluation, `rejected`.',
})

export const cancelRevaluationRoute = decision({
  verb: 'cancel',
  operationId: 'cancelRevaluation',
  description: 'Cancels a pending revaluation: its items keep their values.',
  permission: 'inventory_items:revalue',
  body: reasonBody('Why the revaluation is cancelled.', 'Entered twice'),
  outcome: 'The revaluation, `cancelled`.',
})

export const decideRevaluationRoutes = [
  approveRevaluationRoute,
  rejectRevaluationRoute,
  cancelRevaluationRoute,
]

function decision(contract: DecisionContract) {
  return decisionOperation(
    {
      path: '/v1/revaluations',
      ...REVALUATION_BY_ID,
      shown: APPROVED_REVALUATION,
      ownRefusal: 'revaluation_outdated',
      change: DECIDE_REVALUATION,
      respond: ({ revaluation, approvals: approvalState }) =>
        recordReply(toApprovedRevaluation({ ...revaluation, approvalState }), revaluation),
    },
    contract,
  )
}
