import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { Refusal } from '../../domain/errors.ts'
import { illegalTransition, selfApprovalForbidden } from '../../domain/state-transitions.ts'
import { type ApprovalStanding, alreadyApproved, barsCreator } from '../approvals/approval.ts'
import type { DecisionVerb } from '../approvals/decision-operation.ts'
import type { TransferStatus } from './transfer-batch.ts'

/** A batch and its approver as the database has them at the moment of the decision. */
export interface ApprovalFacts extends Pick<OrganizationPolicyRow, 'fourEyes' | 'insuredExposure'> {
  readonly status: TransferStatus
  /** Whether its time is over, even if the status is still `pending`. */
  readonly isExpired: boolean
  /** See `isSamePerson`. */
  readonly createdByApprover: boolean
  readonly approvals: ApprovalStanding
  /** Exposure of the destination, including this batch; decimal text. */
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
}

/**
 * Why the batch cannot be approved; undefined if it can. In published order:
 * `self_approval_forbidden`, `invalid_state_transition`, `already_approved`,
 * `insured_value_exceeded`.
 */
export function approvalRefusal(facts: ApprovalFacts): Refusal | undefined {
  const { fourEyes, approvals, createdByApprover } = facts
  const illegal = stateRefusal('approve', facts)
  if (createdByApprover && barsCreator(fourEyes, approvals, illegal === undefined)) {
    return selfApprovalForbidden('transfer')
  }
  return illegal ?? alreadyApproved('transfer', approvals) ?? insuranceRefusal(facts)
}

/** Why the batch does not take the verb: only a pending batch takes any. */
export function stateRefusal(
  verb: DecisionVerb,
  { status, isExpired }: Pick<ApprovalFacts, 'status' | 'isExpired'>,
): Refusal | undefined {
  if (status === 'pending' && !isExpired) return undefined
  const currentStatus = status === 'pending' ? 'expired' : status
  return illegalTransition({ recordType: 'transfer', verb, currentStatus, allowed: [] })
}

function insuranceRefusal(facts: ApprovalFacts): Refusal | undefined {
  const { insuredExposure, exposureCents, maxInsuredValueCents } = facts
  if (insuredExposure !== 'block') return undefined
  if (BigInt(exposureCents) <= BigInt(maxInsuredValueCents)) return undefined
  return new Refusal('insured_value_exceeded', {
    detail:
      `With this transfer, the destination's exposure is ${exposureCents} cents, over its ` +
      `insured maximum of ${maxInsuredValueCents}: reject the transfer, or move items out of ` +
      'the destination first.',
    members: { exposureCents, maxInsuredValueCents },
  })
}
