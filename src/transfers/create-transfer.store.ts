import type { Sql } from 'postgres'
import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { ItemState } from '../inventory-items/item-claim.ts'
import type { TransferFacts, TransferRequest } from './create-transfer.rules.ts'
import { TRANSFER_BATCH_COLUMNS, type TransferBatchRow } from './transfer-batch.ts'

/** What became of a request: a batch, or the facts that refused it. */
export type TransferDecision =
  | {
      readonly kind: 'created'
      readonly batch: TransferBatchRow
      /** Whether the organization's policy may approve the batch: it is still to be asked. */
      readonly systemReview: 'off' | 'due'
    }
  | {
      readonly kind: 'refused'
      readonly facts: TransferFacts
    }

interface CreatedRow extends TransferBatchRow {
  readonly systemReview: 'off' | 'due'
}

/** One row: the batch beside what was seen. */
type DecisionRow = OrNulls<CreatedRow> & {
  readonly fromAccountFound: boolean
  readonly toAccountFound: boolean
  /** The items as they were when locked; null where the batch was created. */
  readonly items: ItemState[] | null
}

/**
 * Decides one transfer in one statement: lock, judge, insert, claim, log (Spec choice N25).
 *
 * It locks the items' rows in id order, whatever order the request names them in, so overlapping
 * transfers wait for each other in line and never in a circle. A second caller that wanted the same
 * item sees, once it gets the lock, the row as the winner left it (`transfer_pending`, with the
 * winner's id) and is refused with that. FOR NO KEY UPDATE and not FOR UPDATE: the foreign keys of
 * other rows may go on reading these items.
 *
 * `claimed` takes the batch in its FROM and not in a sub-select: where a row changed between this
 * statement's snapshot and its lock, PostgreSQL evaluates the join again for the newer row, and it
 * keeps the row of a FROM for that but cannot run a data-modifying sub-select twice. Before that it
 * checks the constraints for the row as it was in the snapshot: so `claimed` also writes what a hold
 * or a claim that has ended meanwhile had left there, and would else be refused for it.
 */
export async function claimItems(
  caller: Caller,
  database: Database,
  transferBatchId: string,
  request: TransferRequest,
): Promise<TransferDecision> {
  const claim = toClaim(caller, transferBatchId, request)
  const [row] = await database.decide(
    (sql) => sql<[DecisionRow]>`
      with ${judged(sql, claim)}, ${written(sql, claim)}
      select batch.*, accounts.*,
        case when batch.id is null then (
          select jsonb_agg(jsonb_build_object('id', id, 'fboAccountId', fbo_account_id,
            'status', status, 'activeTransferId', active_transfer_id,
            'activeShipmentId', active_shipment_id))
          from locked
        ) end as items
      from accounts left join batch on true`,
  )
  const { fromAccountFound, toAccountFound, items: seen, systemReview, ...batch } = row
  if (batch.id !== null && systemReview !== null) return { kind: 'created', batch, systemReview }
  const itemsById = new Map((seen ?? []).map((item) => [item.id, item]))
  return { kind: 'refused', facts: { fromAccountFound, toAccountFound, itemsById } }
}

/** The values of the statement: the request, in columns. */
function toClaim(
  { organizationId, tokenId }: Caller,
  transferBatchId: string,
  { fromFboAccountId, toFboAccountId, notes, items }: TransferRequest,
): Claim {
  return {
    organizationId,
    tokenId,
    transferBatchId,
    fromFboAccountId,
    toFboAccountId,
    notes: notes ?? null,
    itemIds: items.map((item) => item.inventoryItemId),
    reasons: items.map((item) => item.reason),
  }
}

interface Claim extends Omit<TransferRequest, 'items' | 'notes'> {
  readonly organizationId: string
  readonly tokenId: string | null
  readonly transferBatchId: string
  readonly notes: string | null
  readonly itemIds: readonly string[]
  readonly reasons: readonly string[]
}

/** What the statement locks, and what it sees under the locks. */
function judged(sql: Sql, { organizationId, fromFboAccountId, toFboAccountId, itemIds }: Claim) {
  return sql`
    accounts as (
      select
        count(*) filter (where id = ${fromFboAccountId}) = 1 as from_account_found,
        count(*) filter (where id = ${toFboAccountId}) = 1 as to_account_found
      from fbo_accounts
      where organization_id = ${organizationId} and id in (${fromFboAccountId}, ${toFboAccountId})
    ),
    locked as materialized (
      select id, fbo_account_id, status, active_transfer_id, active_shipment_id, changed_at
      from inventory_items
      where organization_id = ${organizationId} and id = any(${itemIds}::text[])
      order by id
      for no key update
    ),
    movable as (
      select
        count(*) filter (where fbo_account_id = ${fromFboAccountId} and status = 'in_vault') as count,
        greatest(date_trunc('milliseconds', clock_timestamp()), max(changed_at)) as at
      from locked
    )`
}

/** What the statement writes, where every item can be moved: nothing otherwise. */
function written(sql: Sql, claim: Claim) {
  const { organizationId, tokenId, transferBatchId, itemIds, reasons, notes } = claim
  const { fromFboAccountId, toFboAccountId } = claim
  return sql`
    batch as (
      insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
        total_items, notes, created_by_token_id, created_at, expires_at, system_review)
      select ${organizationId}, ${transferBatchId}, ${fromFboAccountId}, ${toFboAccountId},
        ${itemIds.length}::integer, ${notes}, ${tokenId}, movable.at,
        movable.at + interval '1 second' * transfer_expiry_seconds,
        case system_approval when 'within_limits' then 'due' else 'off' end
      from accounts, movable, current_policy(organization_id => ${organizationId})
      where from_account_found and to_account_found and movable.count = ${itemIds.length}::integer
      returning ${sql(TRANSFER_BATCH_COLUMNS)}, system_review
    ),
    claimed as (
      update inventory_items
      set status = 'transfer_pending', active_transfer_id = batch.id, active_shipment_id = null,
        hold_reason = null, movement_count = movement_count + 1, changed_at = movable.at
      from batch, movable
      where inventory_items.organization_id = ${organizationId}
        and inventory_items.id = any(${itemIds}::text[])
      returning inventory_items.id, movement_count, changed_at
    ),
    logged as (
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, token_id)
      select ${organizationId}, claimed.id, movement_count, changed_at, 'transfer_created',
        ${fromFboAccountId}, 'in_vault', ${fromFboAccountId}, 'transfer_pending',
        ${transferBatchId}, ${tokenId}
      from claimed
    ),
    recorded as (
      insert into transfer_items (organization_id, transfer_batch_id, position,
        inventory_item_id, reason)
      select ${organizationId}, batch.id, entry.position, entry.inventory_item_id, entry.reason
      from batch, unnest(${itemIds}::text[], ${reasons}::text[])
        with ordinality as entry (inventory_item_id, reason, position)
    )`
}
