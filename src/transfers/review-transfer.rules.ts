import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import type { ReviewReason } from './transfer-batch.ts'

/** What the policy for approval by the system looks at. */
export interface ReviewFacts {
  readonly policy: OrganizationPolicyRow
  readonly totalItems: number
  /** Of all items of the batch; decimal text. */
  readonly declaredValueCents: string
  /** Why the items are moved, each once. */
  readonly reasons: readonly string[]
  /** The destination's, what this batch brings included; decimal text. */
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
  /** Out of the source account in 24 hours, this batch included; cents as decimal text. */
  readonly day: { readonly items: number; readonly declaredValueCents: string }
}

/** Everything that keeps the system from approving the batch; nothing where it may. */
export function reviewReasons(facts: ReviewFacts): ReviewReason[] {
  const { policy } = facts
  const maxItems = policy.systemApprovalMaxItems
  const maxValue = policy.systemApprovalMaxDeclaredValueCents
  const dayItems = policy.systemApprovalMaxItemsPerDay
  const dayValue = policy.systemApprovalMaxDeclaredValueCentsPerDay
  const covered: readonly string[] = policy.systemApprovalReasons
  const rules: [ReviewReason, boolean][] = [
    ['item_count_over_limit', maxItems !== null && facts.totalItems > maxItems],
    [
      'declared_value_over_limit',
      maxValue !== null && BigInt(facts.declaredValueCents) > BigInt(maxValue),
    ],
    ['reason_not_covered', facts.reasons.some((reason) => !covered.includes(reason))],
    [
      'insured_exposure_over_maximum',
      policy.insuredExposure !== 'observe' &&
        BigInt(facts.exposureCents) > BigInt(facts.maxInsuredValueCents),
    ],
    ['daily_item_count_over_limit', dayItems !== null && facts.day.items > dayItems],
    [
      'daily_declared_value_over_limit',
      dayValue !== null && BigInt(facts.day.declaredValueCents) > BigInt(dayValue),
    ],
  ]
  return rules.filter(([, broken]) => broken).map(([reason]) => reason)
}
