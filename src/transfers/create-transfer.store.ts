import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import type { ItemState } from '../inventory-items/inventory-item.ts'
import type { TransferFacts, TransferRequest } from './create-transfer.rules.ts'
import { TRANSFER_BATCH_COLUMNS, type TransferBatchRow } from './transfer-batch.ts'

/** What became of a request: a batch, or the facts that refused it. */
export type TransferDecision =
  | { readonly kind: 'created'; readonly batch: TransferBatchRow }
  | { readonly kind: 'refused'; readonly facts: TransferFacts }

/** The batch's columns, all of them null where it was refused. */
type BatchOrNulls = TransferBatchRow | { readonly [Column in keyof TransferBatchRow]: null }

/** One row: the batch beside what was seen. */
type DecisionRow = BatchOrNulls & {
  readonly fromAccountFound: boolean
  readonly toAccountFound: boolean
  /** The items as they were when locked; null where the batch was created. */
  readonly items: ItemState[] | null
}

/**
 * Decides one transfer in one statement: lock, judge, insert, claim (Spec choice N25).
 *
 * It locks the items' rows in id order, whatever order the request names them in, so overlapping
 * transfers wait for each other in line and never in a circle. A second caller that wanted the same
 * item sees, once it gets the lock, the row as the winner left it (`transfer_pending`, with the
 * winner's id) and is refused with that. FOR NO KEY UPDATE and not FOR UPDATE: the foreign keys of
 * other rows may go on reading these items.
 *
 * `claimed` takes the batch in its FROM and not in a sub-select: where a row changed between this
 * statement's snapshot and its lock, PostgreSQL evaluates the join again for the newer row, and it
 * keeps the row of a FROM for that but cannot run a data-modifying sub-select twice.
 */
export async function claimItems(
  caller: Caller,
  database: Database,
  transferBatchId: string,
  request: TransferRequest,
): Promise<TransferDecision> {
  const { organizationId, tokenId } = caller
  const { fromFboAccountId, toFboAccountId, notes = null, items } = request
  const itemIds = items.map((item) => item.inventoryItemId)
  const reasons = items.map((item) => item.reason)
  const rows = await database.decide(
    (sql) => sql<DecisionRow[]>`
      with accounts as (
        select
          count(*) filter (where id = ${fromFboAccountId}) = 1 as from_account_found,
          count(*) filter (where id = ${toFboAccountId}) = 1 as to_account_found
        from fbo_accounts
        where organization_id = ${organizationId} and id in (${fromFboAccountId}, ${toFboAccountId})
      ),
      locked as materialized (
        select id, fbo_account_id, status, active_transfer_id, active_shipment_id
        from inventory_items
        where organization_id = ${organizationId} and id = any(${itemIds}::text[])
        order by id
        for no key update
      ),
      movable as (
        select count(*) as count
        from locked
        where fbo_account_id = ${fromFboAccountId} and status = 'in_vault'
      ),
      batch as (
        insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
          total_items, notes, created_by_token_id)
        select ${organizationId}, ${transferBatchId}, ${fromFboAccountId}, ${toFboAccountId},
          ${items.length}::integer, ${notes}, ${tokenId}
        from accounts, movable
        where from_account_found and to_account_found and movable.count = ${items.length}::integer
        returning ${sql(TRANSFER_BATCH_COLUMNS)}
      ),
      claimed as (
        update inventory_items
        set status = 'transfer_pending', active_transfer_id = batch.id
        from batch
        where inventory_items.organization_id = ${organizationId}
          and inventory_items.id = any(${itemIds}::text[])
      ),
      recorded as (
        insert into transfer_items (organization_id, transfer_batch_id, position,
          inventory_item_id, reason)
        select ${organizationId}, batch.id, entry.position, entry.inventory_item_id, entry.reason
        from batch, unnest(${itemIds}::text[], ${reasons}::text[])
          with ordinality as entry (inventory_item_id, reason, position)
      )
      select batch.*, accounts.*,
        case when batch.id is null then (
          select jsonb_agg(jsonb_build_object('id', id, 'fboAccountId', fbo_account_id,
            'status', status, 'activeTransferId', active_transfer_id,
            'activeShipmentId', active_shipment_id))
          from locked
        ) end as items
      from accounts left join batch on true`,
  )
  const { fromAccountFound, toAccountFound, items: seen, ...batch } = rows[0] as DecisionRow
  if (batch.id !== null) return { kind: 'created', batch }
  const itemsById = new Map((seen ?? []).map((item) => [item.id, item]))
  return { kind: 'refused', facts: { fromAccountFound, toAccountFound, itemsById } }
}
