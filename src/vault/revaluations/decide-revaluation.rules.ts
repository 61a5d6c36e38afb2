import { Refusal } from '../../domain/errors.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import { illegalTransition, selfApprovalForbidden } from '../../domain/state-transitions.ts'
import { type ApprovalStanding, alreadyApproved, barsCreator } from '../approvals/approval.ts'
import type { DecisionVerb } from '../approvals/decision-operation.ts'
import { hasLeft, type ItemStatus } from '../items/inventory-item.ts'
import type { RevaluationStatus } from './revaluation.ts'

/** An item of a revaluation as it is now, and the value that the request found. */
export interface ItemFacts {
  readonly inventoryItemId: string
  readonly fromValueCents: string
  /** Absent if the organization has no such item. */
  readonly now: { readonly status: ItemStatus; readonly declaredValueCents: string } | undefined
}

export interface DecisionFacts {
  readonly verb: DecisionVerb
  readonly status: RevaluationStatus
  readonly fourEyes: boolean
  /** See `isSamePerson`. */
  readonly requestedByCaller: boolean
  readonly approvals: ApprovalStanding
  readonly items: readonly ItemFacts[]
}

/**
 * Why the revaluation does not take the verb; undefined if it does. In published order:
 * `self_approval_forbidden`, `invalid_state_transition`, `already_approved`,
 * `revaluation_outdated`.
 */
export function decisionRefusal(facts: DecisionFacts): Refusal | undefined {
  const { verb, status, fourEyes, requestedByCaller, approvals } = facts
  const isRequesterBarred = barsCreator(fourEyes, approvals, status === 'pending')
  if (verb === 'approve' && isRequesterBarred && requestedByCaller) {
    return selfApprovalForbidden('revaluation')
  }
  if (status !== 'pending') {
    const recordType = 'revaluation'
    return illegalTransition({ recordType, verb, currentStatus: status, allowed: [] })
  }
  if (verb !== 'approve') return undefined
  return alreadyApproved('revaluation', approvals) ?? outdatedRefusal(facts.items)
}

function outdatedRefusal(items: readonly ItemFacts[]): Refusal | undefined {
  const outdated = items.filter(({ now, fromValueCents }) => {
    return now === undefined || hasLeft(now.status) || now.declaredValueCents !== fromValueCents
  })
  if (outdated.length === 0) return undefined
  const ids = outdated.map(({ inventoryItemId }) => inventoryItemId)
  return new Refusal('revaluation_outdated', {
    detail:
      `${ids.length} of ${items.length} items have another value by now, or left the vault: ` +
      'reject the revaluation, and request a new one.',
    members: {
      inventoryItemIds: ids.slice(0, VIOLATIONS_LISTED_MAX),
      inventoryItemsTotal: ids.length,
    },
  })
}
