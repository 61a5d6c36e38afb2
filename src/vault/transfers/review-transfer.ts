import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import type { TokenHolder } from '../../access/tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-columns.store.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import { valueAt } from '../items/item-value.store.ts'
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

/** Approved by the system out of an account in 24 hours, or about to be reviewed; cents as text. */
export interface SourceDay {
  readonly id: string
  readonly items: number
  readonly declaredValueCents: string
}

// A batch counts from its creation on, as it does in the exposure. So if two are too much together
// and reviewed at once, each counts the other. A batch that is due for review counts at any age.
// Items are read only if the policy limits their value. An approved batch keeps the value that was
// approved: a revaluation makes no room.
/** The days of the source accounts of batches to be reviewed, if the policy limits them. */
export const systemDays = rowsOf<SourceDay, [batchIds: readonly string[]]>(`
  with policy as (
    select system_approval_max_items_per_day as items,
      system_approval_max_declared_value_cents_per_day as cents
    from organization_policies
    where organization_id = $1
    order by version desc
    limit 1
  ),
  source as (
    select distinct from_fbo_account_id as id
    from transfer_batches
    where organization_id = $1 and id = any($2::text[]) and system_review = 'due'
      and (select items is not null or cents is not null from policy)
  )
  select source.id, sum(total_items)::float8 as items, sum(declared.cents)::text
      as declared_value_cents
  from source
  cross join lateral (
    select total_items, item_ids, decided_at as valued_at
    from transfer_batches
    where organization_id = $1 and from_fbo_account_id = source.id
      and created_at > statement_timestamp() - interval '24 hours' and approved_by_system
    union all
    select total_items, item_ids, statement_timestamp()
    from transfer_batches
    where organization_id = $1 and from_fbo_account_id = source.id and status = 'pending'
      and system_review = 'due'
  ) as batch
  cross join lateral (
    select coalesce(sum(${valueAt('batch.valued_at')}), 0) as cents
    from inventory_items as item
    where organization_id = $1 and id = any(batch.item_ids)
      and (select cents is not null from policy)
  ) as declared
  group by source.id`)

/** The holder of a token that revalued an item of a batch. */
export interface Revaluer extends TokenHolder {
  readonly batchId: string
}

/** The people who revalued items of batches to be reviewed, in the days that the policy names. */
export const recentRevaluers = rowsOf<Revaluer, [batchIds: readonly string[]]>(`
  with policy as (
    select revaluation_review_days as days
    from organization_policies
    where organization_id = $1
    order by version desc
    limit 1
  ),
  revalued as (
    select distinct batch.id as batch_id, token_id
    from transfer_batches as batch
    cross join lateral unnest(item_ids) as line (item_id)
    join inventory_valuations as valuation on valuation.organization_id = $1
      and valuation.inventory_item_id = line.item_id
    where batch.organization_id = $1 and batch.id = any($2::text[])
      and batch.system_review = 'due' and (select days from policy) is not null
      and valuation.at > statement_timestamp() - make_interval(days => (select days from policy))
  )
  select batch_id, ${TOKEN_HOLDER_COLUMNS}
  from ${TOKEN_HOLDERS}
  join revalued on revalued.token_id = token.id
  where organization_id = $1`)
