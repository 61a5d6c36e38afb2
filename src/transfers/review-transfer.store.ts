import type { TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'
import {
  ORGANIZATION_POLICY_COLUMNS,
  type OrganizationPolicyRow,
} from '../organizations/organization-policy.ts'
import type { ReviewFacts } from './review-transfer.rules.ts'
import type { ReviewReason } from './transfer-batch.ts'

interface LockedBatch {
  readonly toFboAccountId: string
  readonly totalItems: number
  readonly itemIds: string[]
  readonly reasons: string[]
}

/**
 * What the policy is to judge of a batch whose review is due; undefined where it is not (any more).
 *
 * Locks the batch until the transaction ends: nobody decides it, and no second review begins,
 * between this look and what follows from it. The exposure needs no lock: it counts this batch
 * already.
 */
export async function lockForReview(
  caller: Caller,
  tx: TransactionSql,
  transferBatchId: string,
): Promise<ReviewFacts | undefined> {
  const { organizationId } = caller
  const [batch] = await tx<LockedBatch[]>`
    select to_fbo_account_id, total_items, item_ids, reasons
    from transfer_batches
    where organization_id = ${organizationId} and id = ${transferBatchId}
      and status = 'pending' and system_review = 'due'
    for no key update`
  if (batch === undefined) return undefined
  const [policy] = await tx<[OrganizationPolicyRow]>`
    select ${tx(ORGANIZATION_POLICY_COLUMNS)} from current_policy(organization_id => ${organizationId})`
  const [sums] = await tx<Omit<ReviewFacts, 'policy' | 'totalItems'>[]>`
    select max_insured_value_cents,
      insured_exposure_cents(${organizationId}, ${batch.toFboAccountId})::text as exposure_cents,
      (select coalesce(sum(declared_value_cents), 0)::text
        from inventory_items
        where organization_id = ${organizationId} and id = any(${batch.itemIds}::text[])
          and active_transfer_id = ${transferBatchId}
      ) as declared_value_cents,
      array(select distinct unnest(${batch.reasons}::text[])) as reasons
    from fbo_accounts
    where organization_id = ${organizationId} and id = ${batch.toFboAccountId}`
  return { policy, totalItems: batch.totalItems, ...(sums as NonNullable<typeof sums>) }
}

/**
 * Leaves a batch that is locked for review pending, with the reasons for a person to see; with none
 * where the system does not approve any more.
 */
export async function leaveToAPerson(
  caller: Caller,
  tx: TransactionSql,
  { transferBatchId, review }: { transferBatchId: string; review: readonly ReviewReason[] },
): Promise<void> {
  await tx`
    update transfer_batches
    set system_review = ${review.length === 0 ? 'off' : 'failed'}, review = ${[...review]}::text[]
    where organization_id = ${caller.organizationId} and id = ${transferBatchId}`
}
