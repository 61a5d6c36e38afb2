import type { Sql } from 'postgres'
import type { Caller } from '../caller.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { ITEM_STATUS } from '../inventory-items/inventory-item.ts'
import type { ItemState } from '../inventory-items/item-claim.ts'
import type { ShipmentFacts, ShipmentRequest } from './create-outbound-shipment.rules.ts'
import { SHIPMENT_DETAILS_COLUMNS, type ShipmentDetailsRow } from './outbound-shipment.ts'

/** What became of a request: a shipment, or the facts that refused it. */
export type ShipmentDecision =
  | { readonly kind: 'created'; readonly shipment: ShipmentDetailsRow }
  | { readonly kind: 'refused'; readonly facts: ShipmentFacts }

/** One row: the shipment (its columns null where it was refused) beside what was seen. */
type DecisionRow = OrNulls<ShipmentDetailsRow> & {
  readonly accountFound: boolean
  /** The items as they were when locked; null where the shipment was created. */
  readonly items: ItemState[] | null
}

/**
 * Decides one shipment in one statement: lock, judge, insert, claim, log.
 *
 * It locks the items' rows in id order, whatever order the request names them in, as Create Transfer
 * does: whoever wants some of the same items, for a transfer or a shipment, waits in line and never
 * in a circle. A second caller sees, once it gets the lock, the row as the winner left it, with the
 * winner's id, and is refused with that. FOR NO KEY UPDATE and not FOR UPDATE: the foreign keys of
 * other rows may go on reading these items.
 *
 * `claimed` takes the shipment in its FROM and not in a sub-select: where a row changed between this
 * statement's snapshot and its lock, PostgreSQL evaluates the join again for the newer row, and it
 * keeps the row of a FROM for that but cannot run a data-modifying sub-select twice. Before that it
 * checks the constraints for the row as it was in the snapshot: so `claimed` also writes what a hold
 * or a claim that has ended meanwhile had left there, and would else be refused for it.
 */
export async function claimForShipment(
  caller: Caller,
  database: RequestDatabase,
  outboundShipmentId: string,
  request: ShipmentRequest,
): Promise<ShipmentDecision> {
  const claim = toClaim(caller, outboundShipmentId, request)
  const [row] = await database.decide(
    caller,
    (sql) => sql<[DecisionRow]>`
      with ${judged(sql, claim)}, ${written(sql, claim)}
      select shipment.*, account_found,
        case when shipment.id is null then (
          select jsonb_agg(item_as_seen(${caller.organizationId}, id, fbo_account_id, status,
            active_transfer_id, active_shipment_id))
          from locked
        ) end as items
      from account left join shipment on true`,
  )
  const { accountFound, items: seen, ...shipment } = row
  if (shipment.id !== null) return { kind: 'created', shipment }
  const itemsById = new Map((seen ?? []).map((item) => [item.id, item]))
  return { kind: 'refused', facts: { accountFound, itemsById } }
}

/** The values of the statement: the request, in columns. */
function toClaim(
  { organizationId, tokenId }: Caller,
  outboundShipmentId: string,
  { fboAccountId, notes, items }: ShipmentRequest,
) {
  const itemIds = items.map((item) => item.inventoryItemId)
  return {
    organizationId,
    tokenId,
    outboundShipmentId,
    fboAccountId,
    notes: notes ?? null,
    itemIds,
  }
}

type Claim = ReturnType<typeof toClaim>

/** What the statement locks, and what it sees under the locks. */
function judged(sql: Sql, { organizationId, fboAccountId, itemIds }: Claim) {
  return sql`
    account as (
      select count(*) = 1 as account_found
      from fbo_accounts
      where organization_id = ${organizationId} and id = ${fboAccountId}
    ),
    locked as materialized (
      select id, fbo_account_id, ${sql.unsafe(ITEM_STATUS)} as status, active_transfer_id,
        active_shipment_id, changed_at
      from inventory_items as item
      where organization_id = ${organizationId} and id = any(${itemIds}::text[])
      order by id
      for no key update
    ),
    free as (
      select
        count(*) filter (where fbo_account_id = ${fboAccountId} and status = 'in_vault') as count,
        greatest(date_trunc('milliseconds', clock_timestamp()), max(changed_at)) as at
      from locked
    )`
}

/** What the statement writes, where every item can be claimed: nothing otherwise. */
function written(sql: Sql, claim: Claim) {
  const { organizationId, tokenId, outboundShipmentId, fboAccountId, notes, itemIds } = claim
  return sql`
    shipment as (
      insert into outbound_shipments (organization_id, id, fbo_account_id, total_items, notes,
        created_by_token_id, created_at)
      select ${organizationId}, ${outboundShipmentId}, ${fboAccountId}, ${itemIds.length}::integer,
        ${notes}, ${tokenId}, free.at
      from account cross join free
      where account_found and free.count = ${itemIds.length}::integer
      returning ${sql(SHIPMENT_DETAILS_COLUMNS)}
    ),
    claimed as (
      update inventory_items
      set status = 'in_vault', active_shipment_id = shipment.id,
        active_transfer_id = null, hold_reason = null, movement_count = movement_count + 1,
        changed_at = free.at
      from shipment, free
      where inventory_items.organization_id = ${organizationId}
        and inventory_items.id = any(${itemIds}::text[])
      returning inventory_items.id, movement_count, changed_at
    ),
    logged as (
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        from_fbo_account_id, from_status, to_fbo_account_id, to_status, outbound_shipment_id,
        token_id)
      select ${organizationId}, claimed.id, movement_count, changed_at, 'shipment_created',
        ${fboAccountId}, 'in_vault', ${fboAccountId}, 'shipment_pending', ${outboundShipmentId},
        ${tokenId}
      from claimed
    ),
    recorded as (
      insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
        inventory_item_id)
      select ${organizationId}, shipment.id, entry.position, entry.inventory_item_id
      from shipment, unnest(${itemIds}::text[])
        with ordinality as entry (inventory_item_id, position)
    )`
}
