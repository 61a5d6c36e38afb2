import type { OrganizationPolicyRow } from '../../access/organizations/organization-policy.ts'
import { isSamePerson, type TokenHolder } from '../../access/tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-powers.ts'
import { changeOf } from '../../database/changes/change.ts'
import { byId, rowsOf } from '../../database/changes/row-of.ts'
import { requiredOf } from '../approvals/approval.ts'
import { type ApprovalFacts, decisionFacts } from '../approvals/approvals.store.ts'
import { valueAt } from '../items/held-items.ts'
import {
  batchFacts,
  type Destination,
  destinationsOf,
  endEvent,
  endedBatch,
  type LockedBatch,
  lockBatches,
  writeBatch,
} from './end-transfer.ts'
import { REVIEW_REASONS, type ReviewReason, transferEvent } from './transfer-batch.ts'

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
interface SourceDay {
  readonly id: string
  readonly items: number
  readonly declaredValueCents: string
}

// A batch counts from its creation on, as it does in the exposure. So if two are too much together
// and reviewed at once, each counts the other. A batch that is due for review counts at any age.
// Items are read only if the policy limits their value. An approved batch keeps the value that was
// approved: a revaluation makes no room.
/** The days of the source accounts of batches to be reviewed, if the policy limits them. */
const systemDays = rowsOf<SourceDay, [batchIds: readonly string[]]>(`
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
interface Revaluer extends TokenHolder {
  readonly batchId: string
}

/** The people who revalued items of batches to be reviewed, in the days that the policy names. */
const recentRevaluers = rowsOf<Revaluer, [batchIds: readonly string[]]>(`
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

/** A batch that has expired, or waits for its review. */
export interface OverdueBatch {
  readonly id: string
  readonly totalItems: number
}

export const OVERDUE_SHARING = {
  weightOf: ({ totalItems }: OverdueBatch) => totalItems,
  keysOf: ({ id }: OverdueBatch) => [id],
}

/** For accounts without a row: the policy has no limits per day. */
const NO_DAY = { items: 0, declaredValueCents: '0' }

/**
 * Completes a batch that waits for its review by the policy, or leaves it pending with the reasons.
 * Leaves alone a batch that was decided in the meantime.
 */
export const REVIEW_TRANSFER = changeOf({
  name: 'review_transfer',
  sharing: OVERDUE_SHARING,
  lockAll: (tx, due: readonly OverdueBatch[]) => {
    const ids = due.map(({ id }) => id)
    return {
      ...lockBatches(tx, ids),
      ...decisionFacts(tx, 'transfer', ids, []),
      destinationsById: destinationsOf(tx, ids),
      daysById: systemDays(tx, ids).then(byId),
      revaluers: recentRevaluers(tx, ids),
    }
  },
  judge: ({ input: { id } }, locked, { nowMs }) => {
    const { policy, factsById, holdersById, destinationsById, daysById } = locked
    const found = batchFacts(locked, id, nowMs)
    if (found?.row.status !== 'pending' || found.row.systemReview !== 'due') return undefined
    const { row, atMs, declaredValueCents } = found
    const reviewed = (batch: LockedBatch | Error) =>
      batch instanceof Error ? batch : { batch, at: new Date(atMs) }
    if (found.isExpired) return reviewed(endedBatch(found, { status: 'expired', by: 'time' }))
    const { makerIds, approvals } = factsById.get(id) as ApprovalFacts
    const creator = holdersById.get(makerIds[0] ?? '')
    const destination = destinationsById.get(row.toFboAccountId) as Destination
    const day = daysById.get(row.fromFboAccountId) ?? NO_DAY
    const isOff = policy.systemApproval === 'off'
    const review = reviewReasons({
      ...{ policy, totalItems: row.totalItems, declaredValueCents, reasons: row.reasons },
      ...{ ...destination, day, approvalsRequired: requiredOf(approvals, row.totalItems) },
      isRecentlyRevalued: locked.revaluers.some(
        (revaluer) => revaluer.batchId === id && isSamePerson(revaluer, creator),
      ),
    })
    if (!isOff && review.length === 0) {
      return reviewed(endedBatch(found, { status: 'completed', by: 'system', destination }))
    }
    // A batch that is left to a person does not count for those that are judged after it.
    daysById.set(row.fromFboAccountId, {
      id: row.fromFboAccountId,
      items: day.items - row.totalItems,
      declaredValueCents: String(BigInt(day.declaredValueCents) - BigInt(declaredValueCents)),
    })
    // If the policy was turned off since the batch was created, it gives no reasons.
    const left = isOff ? { systemReview: 'off', review: [] } : { systemReview: 'failed', review }
    return reviewed({ ...row, ...left, version: row.version + 1 } as LockedBatch)
  },
  write: (tx, { result }) => result && writeBatch(tx, result.batch),
  events: (one) => {
    if (one.result === undefined) return []
    const { batch, at: occurredAt } = one.result
    const { status, version, systemReview, review } = batch
    if (status !== 'pending') return endEvent(one, batch)
    if (systemReview === 'off') return []
    const data = { version, statusBefore: status, statusAfter: status, reviewReasons: [...review] }
    const declined = { type: 'transfer.system_approval_declined', occurredAt, data } as const
    return { ...transferEvent(one, batch, declined), system: 'policy' }
  },
})
