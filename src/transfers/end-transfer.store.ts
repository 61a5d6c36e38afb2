import type { Sql, TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'
import { type Asking, type GatheredStatement, OCCUPIED } from '../database/gathered-statement.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { type IfMatch, versionsText } from '../versions.ts'
import type { ApprovalFacts } from './approve-transfer.rules.ts'
import { TRANSFER_DETAILS_COLUMNS, type TransferDetailsRow } from './transfer-batch.ts'

/** How a pending batch is to end, and by whom. */
export interface Ending {
  readonly transferBatchId: string
  readonly outcome: 'completed' | 'rejected' | 'cancelled' | 'expired'
  /** The caller's token, the organization's policy, or the clock. */
  readonly by: 'token' | 'system' | 'time'
  readonly reason: string | null
  /** It is ended only at one of these versions. */
  readonly ifMatch?: IfMatch
}

/** What the statement saw while it held the locks. */
export interface EndingFacts extends ApprovalFacts {
  /** The declared items of the batch that are still claimed by it, all of them while pending. */
  readonly itemsFound: number
  readonly totalItems: number
  readonly version: number
}

/** Undefined where the organization has no such batch; a batch of null where it was not ended. */
export type EndingResult =
  | { readonly batch: TransferDetailsRow | null; readonly facts: EndingFacts }
  | undefined

/** One row for each request: the ended batch beside what was seen; null where there is none. */
type EndingRow = OrNulls<TransferDetailsRow> & {
  readonly facts: EndingFacts | null
}

/** Ends a batch, in one statement with those that arrive together with it. */
export async function endTransfer(
  caller: Caller,
  database: RequestDatabase,
  ending: Ending,
): Promise<EndingResult> {
  return await database.gather(ENDINGS, requestOf(caller, ending))
}

/** Ends a batch within a transaction that may hold its lock already. */
export async function endLockedTransfer(
  caller: Caller,
  tx: TransactionSql,
  ending: Ending,
): Promise<EndingResult> {
  const [result] = await endAll(tx, [requestOf(caller, ending)], 'alone')
  return result
}

interface EndingRequest extends Ending {
  readonly organizationId: string
  /** Who decides; null where the system or time does. */
  readonly tokenId: string | null
}

function requestOf({ organizationId, tokenId }: Caller, ending: Ending): EndingRequest {
  return { ...ending, organizationId, tokenId: ending.by === 'token' ? tokenId : null }
}

/**
 * Two that want to end one batch never come together. A batch that is locked, or has items that
 * are, or that does not exist, is OCCUPIED: asked alone, the statement waits for it and knows.
 */
const ENDINGS: GatheredStatement<EndingRequest, EndingResult> = {
  name: 'end_transfer',
  lineOf: ({ organizationId }) => organizationId,
  subjectsOf: ({ organizationId, transferBatchId }) => [`${organizationId} ${transferBatchId}`],
  ask: async (sql, requests, asking) => {
    const results = await endAll(sql, requests, asking)
    return results.map((result) => (asking === 'together' && isUnseen(result) ? OCCUPIED : result))
  },
}

/** Whether the batch, or some of its items, may be locked by another. */
function isUnseen(result: EndingResult): boolean {
  if (result === undefined) return true
  const { status, itemsFound, totalItems } = result.facts
  return status === 'pending' && itemsFound < totalItems
}

/**
 * Locks, judges, writes and logs, each request by itself; the results in the order of the requests.
 *
 * It locks the batches, then their items, each in the order of their keys. Everything that ends a
 * batch does, so of two (approve and cancel, two approvers, approve and expiry) the second waits,
 * sees the batch as the first left it and is refused with that. The items of a pending batch are
 * changed by its end alone: to see the batch pending under its lock is to know its items. FOR NO
 * KEY UPDATE: foreign keys of other rows may go on reading both.
 *
 * Completed, every item goes to the destination at once; ended otherwise, it stays where it is.
 */
async function endAll(
  sql: Sql | TransactionSql,
  requests: readonly EndingRequest[],
  asking: Asking,
): Promise<EndingResult[]> {
  const rows = await sql<EndingRow[]>`
    with ${locked(sql, requests, asking)}, ${judged(sql)}, ${written(sql)}
    select ended.*,
      case when facts.place is not null then
        jsonb_build_object('status', facts.status, 'version', facts.version,
          'totalItems', facts.total_items, 'itemsFound', items_found, 'isExpired', is_expired,
          'fourEyes', four_eyes, 'createdByApprover', created_by_approver, 'exposureCents', exposure_cents::text,
          'maxInsuredValueCents', max_insured_value_cents::text, 'insuredExposure', insured_exposure
        )
      end as facts
    from request
    left join facts on facts.place = request.place
    left join ended on ended.organization_id = request.organization_id
      and ended.id = request.transfer_batch_id
    order by request.place`
  return rows.map(({ facts, ...batch }) =>
    facts === null ? undefined : { batch: batch.id === null ? null : batch, facts },
  )
}

/** The requests, and their batches and items, locked in this order. */
function locked(sql: Sql | TransactionSql, requests: readonly EndingRequest[], asking: Asking) {
  const column = (member: Exclude<keyof EndingRequest, 'ifMatch'>) =>
    requests.map((request) => request[member])
  const ifMatch = requests.map((request) => versionsText(request.ifMatch))
  const unlessLocked = asking === 'together' ? sql`skip locked` : sql``
  return sql`
    request as materialized (
      select *
      from unnest(${column('organizationId')}::text[], ${column('transferBatchId')}::text[],
        ${column('outcome')}::text[], ${column('by')}::text[], ${column('reason')}::text[],
        ${column('tokenId')}::text[], ${ifMatch}::text[])
        with ordinality as sent (organization_id, transfer_batch_id, outcome, by, reason, token_id,
          if_match, place)
    ),
    batch as materialized (
      select request.*, from_fbo_account_id, to_fbo_account_id, status, total_items, expires_at,
        created_by_token_id, version, item_ids,
        coalesce(version = any(if_match::integer[]), true) as is_meant
      from request
      join transfer_batches as transfer on transfer.organization_id = request.organization_id
        and transfer.id = request.transfer_batch_id
      order by transfer.organization_id, transfer.id
      for no key update of transfer ${unlessLocked}
    ),
    items as materialized (
      select batch.place, item.changed_at
      from batch
      cross join unnest(item_ids) as listed (id)
      join inventory_items as item on item.organization_id = batch.organization_id
        and item.id = listed.id and item.active_transfer_id = batch.transfer_batch_id
      order by item.organization_id, item.id
      for no key update of item ${unlessLocked}
    ),
    clock as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as now
      from (select count(*) from items) as all_are_locked
    ),
    claimed as materialized (
      select place, count(*)::integer as count, max(changed_at) as changed_at
      from items
      group by place
    )`
}

/** Everything that each decision depends on, as one row; none where there is no such batch. */
function judged(sql: Sql | TransactionSql) {
  return sql`
    exposure as materialized (
      select organization_id, to_fbo_account_id,
        insured_exposure_cents(organization_id, to_fbo_account_id) as cents
      from (
        select distinct organization_id, to_fbo_account_id
        from batch
        where outcome = 'completed' and status = 'pending'
      ) as destination
    ),
    facts as materialized (
      select batch.*, coalesce(claimed.count, 0) as items_found,
        case when outcome = 'expired' then expires_at else moment.at end as at,
        coalesce(expires_at <= moment.at, false) as is_expired,
        policy.four_eyes, policy.insured_exposure, account.max_insured_value_cents,
        same_person(batch.organization_id, created_by_token_id, token_id) as created_by_approver,
        coalesce(exposure.cents, 0) as exposure_cents
      from batch
      cross join clock
      left join claimed on claimed.place = batch.place
      cross join lateral (select greatest(clock.now, claimed.changed_at) as at) as moment
      cross join lateral current_policy(organization_id => batch.organization_id) as policy
      left join exposure on exposure.organization_id = batch.organization_id
        and exposure.to_fbo_account_id = batch.to_fbo_account_id and outcome = 'completed'
      left join fbo_accounts as account on account.organization_id = batch.organization_id
        and account.id = batch.to_fbo_account_id
    )`
}

/** What the statement writes, where a batch can end so: nothing otherwise. */
function written(sql: Sql | TransactionSql) {
  return sql`
    ended as (
      update transfer_batches
      set status = outcome, decided_at = at, decided_by_token_id = token_id,
        decision_reason = facts.reason, approved_by_system = by = 'system',
        system_review = case when by = 'system' then 'passed'
          when system_review = 'due' then 'off' else system_review end,
        approved_over_insured_maximum = exposure_cents > max_insured_value_cents
      from facts
      where transfer_batches.organization_id = facts.organization_id
        and transfer_batches.id = transfer_batch_id
        and is_meant and facts.status = 'pending' and items_found = facts.total_items
        and is_expired = (outcome = 'expired')
        and not (outcome = 'completed' and by = 'token' and four_eyes and created_by_approver)
        and not (outcome = 'completed' and exposure_cents > max_insured_value_cents and
          case insured_exposure when 'observe' then false when 'review' then by = 'system'
            else true end)
      returning ${sql(TRANSFER_DETAILS_COLUMNS.map((column) => `transfer_batches.${column}`))}
    ),
    released as (
      update inventory_items as item
      set status = 'in_vault', active_transfer_id = null, movement_count = movement_count + 1,
        changed_at = decided_at, fbo_account_id = case ended.status
          when 'completed' then ended.to_fbo_account_id else fbo_account_id end
      from ended
      join batch on batch.organization_id = ended.organization_id
        and batch.transfer_batch_id = ended.id
      cross join unnest(item_ids) as listed (id)
      where item.organization_id = ended.organization_id and item.id = listed.id
        and item.active_transfer_id = ended.id
      returning item.organization_id, item.id, movement_count, ended.from_fbo_account_id,
        fbo_account_id,
        ended.id as transfer_batch_id, ended.status as outcome, decided_at, decided_by_token_id,
        decision_reason
    ),
    logged as (
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, token_id,
        reason)
      select organization_id, id, movement_count, decided_at, 'transfer_' || outcome,
        from_fbo_account_id, 'transfer_pending', fbo_account_id, 'in_vault', transfer_batch_id,
        decided_by_token_id, decision_reason
      from released
    )`
}
