import type { Sql, TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { ApprovalFacts } from './approve-transfer.rules.ts'
import { TRANSFER_DETAILS_COLUMNS, type TransferDetailsRow } from './transfer-batch.ts'

/** How a pending batch is to end, and by whom. */
export interface Ending {
  readonly transferBatchId: string
  readonly outcome: 'completed' | 'rejected' | 'cancelled' | 'expired'
  /** The caller's token, the organization's policy, or the clock. */
  readonly by: 'token' | 'system' | 'time'
  readonly reason: string | null
}

/** What the statement saw while it held the locks. */
export interface EndingFacts extends ApprovalFacts {
  /** The declared items of the batch that are still claimed by it, all of them while pending. */
  readonly itemsFound: number
  readonly totalItems: number
}

/** One row: the ended batch (its columns null where it was not ended) beside what was seen. */
type EndingRow = OrNulls<TransferDetailsRow> & {
  readonly facts: EndingFacts
}

/**
 * Ends a batch in one statement: lock, judge, write, log; undefined where the organization has none
 * of that id, a batch of null where it could not be ended.
 *
 * It locks the batch, then its items in id order. Everything that ends a batch does, so of two
 * (approve and cancel, two approvers, approve and expiry) the second waits, sees the batch as the
 * first left it and is refused with that. The items of a pending batch are changed by its end
 * alone: to see the batch pending under its lock is to know its items. FOR NO KEY UPDATE: foreign
 * keys of other rows may go on reading both.
 *
 * Completed, every item goes to the destination at once; ended otherwise, it stays where it is.
 */
export async function endTransfer(
  caller: Caller,
  sql: Sql | TransactionSql,
  ending: Ending,
): Promise<{ batch: TransferDetailsRow | null; facts: EndingFacts } | undefined> {
  const tokenId = ending.by === 'token' ? caller.tokenId : null
  const values = { ...ending, organizationId: caller.organizationId, tokenId }
  const [row] = await sql<EndingRow[]>`
    with ${locked(sql, values)}, ${judged(sql, values)}, ${written(sql, values)}
    select ended.*,
      jsonb_build_object('status', facts.status, 'totalItems', facts.total_items,
        'itemsFound', items_found, 'isExpired', is_expired, 'fourEyes', four_eyes,
        'createdByApprover', created_by_approver, 'insuredExposure', insured_exposure,
        'maxInsuredValueCents', max_insured_value_cents::text,
        'exposureCents', exposure_cents::text) as facts
    from facts left join ended on true`
  if (row === undefined) return undefined
  const { facts, ...batch } = row
  return { batch: batch.id === null ? null : batch, facts }
}

interface Values extends Ending {
  readonly organizationId: string
  /** Who decides; null where the system or time does. */
  readonly tokenId: string | null
}

/** The batch and its items, locked in this order. */
function locked(sql: Sql | TransactionSql, { organizationId, transferBatchId }: Values) {
  return sql`
    batch as materialized (
      select id, from_fbo_account_id, to_fbo_account_id, status, total_items, expires_at,
        created_by_token_id
      from transfer_batches
      where organization_id = ${organizationId} and id = ${transferBatchId}
      for no key update
    ),
    items as materialized (
      select inventory_items.id, changed_at
      from batch join inventory_items on inventory_items.organization_id = ${organizationId}
        and active_transfer_id = batch.id
      order by inventory_items.id
      for no key update of inventory_items
    ),
    claimed as (
      select count(*)::integer as count,
        greatest(date_trunc('milliseconds', clock_timestamp()), max(changed_at)) as at
      from items
    )`
}

/** Everything that the decision depends on, as one row; none where there is no such batch. */
function judged(sql: Sql | TransactionSql, { organizationId, outcome, tokenId }: Values) {
  return sql`
    facts as materialized (
      select batch.status, batch.total_items, claimed.count as items_found,
        case when ${outcome} = 'expired' then batch.expires_at else claimed.at end as at,
        coalesce(batch.expires_at <= claimed.at, false) as is_expired,
        four_eyes,
        same_person(${organizationId}, created_by_token_id, ${tokenId}) as created_by_approver,
        insured_exposure,
        account.max_insured_value_cents,
        case when ${outcome} = 'completed' and batch.status = 'pending'
          then insured_exposure_cents(${organizationId}, to_fbo_account_id)
          else 0 end as exposure_cents
      from batch
      cross join claimed
      cross join current_policy(organization_id => ${organizationId})
      left join fbo_accounts as account on account.organization_id = ${organizationId}
        and account.id = to_fbo_account_id
    )`
}

/** What the statement writes, where the batch can end so: nothing otherwise. */
function written(sql: Sql | TransactionSql, values: Values) {
  const { organizationId, transferBatchId, outcome, by, reason, tokenId } = values
  const completes = outcome === 'completed'
  return sql`
    ended as (
      update transfer_batches
      set status = ${outcome}, decided_at = at, decided_by_token_id = ${tokenId},
        decision_reason = ${reason}, approved_by_system = ${by === 'system'},
        system_review = case when ${by === 'system'} then 'passed'
          when system_review = 'due' then 'off' else system_review end,
        approved_over_insured_maximum = exposure_cents > max_insured_value_cents
      from facts
      where transfer_batches.organization_id = ${organizationId}
        and transfer_batches.id = ${transferBatchId}
        and facts.status = 'pending' and items_found = facts.total_items
        and is_expired = ${outcome === 'expired'}
        and not (${completes && by === 'token'} and four_eyes and created_by_approver)
        and not (${completes} and exposure_cents > max_insured_value_cents and
          case insured_exposure when 'observe' then false when 'review' then ${by === 'system'}
            else true end)
      returning ${sql(TRANSFER_DETAILS_COLUMNS.map((column) => `transfer_batches.${column}`))}
    ),
    released as (
      update inventory_items
      set status = 'in_vault', active_transfer_id = null, movement_count = movement_count + 1,
        fbo_account_id = case when ${completes} then to_fbo_account_id else fbo_account_id end,
        changed_at = decided_at
      from ended
      where inventory_items.organization_id = ${organizationId}
        and inventory_items.active_transfer_id = ended.id
      returning inventory_items.id, movement_count, from_fbo_account_id, fbo_account_id
    ),
    logged as (
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, token_id,
        reason)
      select ${organizationId}, released.id, movement_count, decided_at, 'transfer_' || ${outcome},
        released.from_fbo_account_id, 'transfer_pending', fbo_account_id, 'in_vault', ended.id,
        ${tokenId}, ${reason}
      from released, ended
    )`
}
