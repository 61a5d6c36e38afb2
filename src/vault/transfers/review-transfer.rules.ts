import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { REVIEW_REASONS, type ReviewReason } from './transfer-batch.ts'

export interface ReviewFacts {
  readonly policy: OrganizationPolicyRow
  readonly totalItems: number
  /** Sum over all items of the batch, in decimal text. */
  readonly declaredValueCents: string
  readonly reasons: readonly string[]
  /** Exposure of the destination, including this batch; decimal text. */
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
  /** Out of the source account in 24 hours, including this batch; cents as decimal text. */
  readonly day: { readonly items: number; readonly declaredValueCents: string }
  /** The number of people who must approve it, as the rules of the policy say. */
  readonly approvalsRequired: number
  /** Whether its creator revalued an item of it within the days of the policy. */
  readonly isRecentlyRevalued: boolean
}

/** All reasons that keep the system from approving the batch; empty if it may. */
export function reviewReasons(facts: ReviewFacts): ReviewReason[] {
  const { policy, day } = facts
  const covered: readonly string[] = policy.systemApprovalReasons
  const isOverMaximum = BigInt(facts.exposureCents) > BigInt(facts.maxInsuredValueCents)
  const rules: Record<ReviewReason, boolean> = {
    item_count_over_limit: isOver(facts.totalItems, policy.systemApprovalMaxItems),
    declared_value_over_limit: isOver(
      facts.declaredValueCents,
      policy.systemApprovalMaxDeclaredValueCents,
    ),
    reason_not_covered: facts.reasons.some((reason) => !covered.includes(reason)),
    insured_exposure_over_maximum: policy.insuredExposure !== 'observe' && isOverMaximum,
    daily_item_count_over_limit: isOver(day.items, policy.systemApprovalMaxItemsPerDay),
    daily_declared_value_over_limit: isOver(
      day.declaredValueCents,
      policy.systemApprovalMaxDeclaredValueCentsPerDay,
    ),
    recently_revalued: facts.isRecentlyRevalued,
    several_approvals_required: facts.approvalsRequired > 1,
  }
  return REVIEW_REASONS.filter((reason) => rules[reason])
}

function isOver<Value extends string | number>(value: Value, limit: Value | null): boolean {
  return limit !== null && BigInt(value) > BigInt(limit)
}
