import type { Sql } from 'postgres'
import type { Caller } from '../caller.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { ITEM_STATUS, storedStatus } from '../inventory-items/inventory-item.ts'
import { type IfMatch, versionsText } from '../versions.ts'
import { SHIPMENT_STEPS, type ShipmentFacts, type ShipmentVerb } from './move-shipment.rules.ts'
import { SHIPMENT_DETAILS_COLUMNS, type ShipmentDetailsRow } from './outbound-shipment.ts'

/** A verb, and what it is told. */
export type ShipmentMove =
  | { readonly verb: Exclude<ShipmentVerb, 'ship' | 'hold' | 'release' | 'cancel'> }
  | { readonly verb: 'hold' | 'cancel'; readonly reason: string }
  | { readonly verb: 'release'; readonly reason?: string }
  | ({ readonly verb: 'ship' } & Carriage)

/** The shipment that is to be moved, and the versions of it that may be. */
export interface ShipmentMeant {
  readonly id: string
  readonly ifMatch: IfMatch
}

/** Who carries a shipment, and as what. */
export interface Carriage {
  readonly carrier: string
  readonly service?: string
  readonly trackingNumber: string
}

/** What the statement saw while it held the locks. */
export interface MoveFacts extends ShipmentFacts {
  /** The items of the shipment that are as the verb needs them, all of them where it is taken. */
  readonly itemsFound: number
  readonly totalItems: number
  readonly version: number
}

/** One row: the moved shipment (its columns null where it was not moved) beside what was seen. */
type MoveRow = OrNulls<ShipmentDetailsRow> & {
  readonly facts: MoveFacts
}

/**
 * Moves a shipment in one statement: lock, judge, write, log; undefined where the organization has
 * none of that id, a shipment of null where it was not moved.
 *
 * It locks the shipment and, where the shipment takes the verb, its items in id order. Every step
 * does, so of two (ship and hold, ship and cancel, two approvers) the second waits, sees the
 * shipment as the first left it and is refused with that. While its items are claimed, and until
 * they are delivered, only the shipment changes them: to see where it stands under its lock is to
 * know its items. FOR NO KEY UPDATE: foreign keys of other rows may go on reading both.
 *
 * Nothing about an item's status is asked before its lock is held: a statement that waited for the
 * shipment still sees the items as they were when it began, and would not find those that the step
 * before it has moved.
 */
export async function lockAndMove(
  caller: Caller,
  database: RequestDatabase,
  { id: outboundShipmentId, ifMatch }: ShipmentMeant,
  move: ShipmentMove,
): Promise<{ shipment: ShipmentDetailsRow | null; facts: MoveFacts } | undefined> {
  const { organizationId, tokenId } = caller
  const values = { organizationId, tokenId, outboundShipmentId, ifMatch, move }
  const [row] = await database.decide(
    caller,
    (sql) => sql<MoveRow[]>`
      with ${judged(sql, values)}, ${locked(sql, values)}, ${written(sql, values)}
      select moved.*,
        jsonb_build_object('status', facts.status, 'version', facts.version,
          'holdReason', facts.hold_reason, 'cancelledAt', facts.cancelled_at, 'fourEyes', four_eyes,
          'createdByCaller', created_by_caller, 'totalItems', facts.total_items,
          'itemsFound', items_found) as facts
      from facts left join moved on true`,
  )
  if (row === undefined) return undefined
  const { facts, ...shipment } = row
  const cancelledAt = facts.cancelledAt && new Date(facts.cancelledAt).toISOString()
  return { shipment: shipment.id === null ? null : shipment, facts: { ...facts, cancelledAt } }
}

interface Values {
  readonly organizationId: string
  readonly tokenId: string | null
  readonly outboundShipmentId: string
  readonly ifMatch: IfMatch
  readonly move: ShipmentMove
}

/** The shipment, locked, and whether it takes the verb; no row where there is none. */
function judged(sql: Sql, { organizationId, tokenId, outboundShipmentId, ...values }: Values) {
  const { ifMatch, move } = values
  const { verb } = move
  const { from, onHold } = SHIPMENT_STEPS[verb]
  return sql`
    shipment as materialized (
      select id, status, total_items, shipped_at, held_at, hold_reason, cancelled_at,
        cancellation_reason, created_by_token_id, version
      from outbound_shipments
      where organization_id = ${organizationId} and id = ${outboundShipmentId}
      for no key update
    ),
    eyes as (
      select shipment.*, four_eyes,
        same_person(${organizationId}, created_by_token_id, ${tokenId}) as created_by_caller
      from shipment cross join current_policy(organization_id => ${organizationId})
    ),
    judged as materialized (
      select *, status = any(${[...from]}::text[]) and cancelled_at is null
        and case when hold_reason is null then ${onHold !== 'only'} else ${onHold !== 'never'} end
        and not (${verb === 'approve'} and four_eyes and created_by_caller)
        and coalesce(version = any(${versionsText(ifMatch)}::text::integer[]), true) as is_taken
      from eyes
    )`
}

/** The shipment's items, locked where it takes the verb, and everything that is known then. */
function locked(sql: Sql, { organizationId, move: { verb } }: Values) {
  return sql`
    items as materialized (
      select item.id, ${sql.unsafe(ITEM_STATUS)} as status, changed_at
      from judged
      join outbound_shipment_items as listed on listed.organization_id = ${organizationId}
        and outbound_shipment_id = judged.id
      join inventory_items as item on item.organization_id = ${organizationId}
        and item.id = inventory_item_id
      where is_taken
      order by item.id
      for no key update of item
    ),
    found as (
      select count(*) filter (where status = ${SHIPMENT_STEPS[verb].itemsFrom})::integer as count,
        greatest(date_trunc('milliseconds', clock_timestamp()), max(changed_at)) as at
      from items
    ),
    facts as materialized (
      select judged.*, found.count as items_found, found.at
      from judged cross join found
    )`
}

/**
 * What the statement writes, where the shipment takes the verb: nothing otherwise.
 *
 * Each column that a constraint looks at is written from what the locks showed, also where it stays
 * as it is: where a row changed since this statement began, PostgreSQL checks the constraints for
 * the row as it was then, before it follows it to what it is now.
 */
function written(sql: Sql, { organizationId, tokenId, outboundShipmentId, move }: Values) {
  const { to, kind, itemsFrom, itemsTo } = SHIPMENT_STEPS[move.verb]
  const reason = 'reason' in move ? (move.reason ?? null) : null
  const holder = itemsTo === 'shipment_pending' ? outboundShipmentId : null
  return sql`
    moved as (
      update outbound_shipments
      set status = coalesce(${to}, facts.status), ${noted(sql, move, tokenId)}
      from facts
      where outbound_shipments.organization_id = ${organizationId}
        and outbound_shipments.id = ${outboundShipmentId}
        and is_taken and items_found = facts.total_items
      returning ${sql(SHIPMENT_DETAILS_COLUMNS.map((column) => `outbound_shipments.${column}`))}
    ),
    changed as (
      update inventory_items
      set status = ${storedStatus(itemsTo)}, active_shipment_id = ${holder}, active_transfer_id = null,
        hold_reason = null, movement_count = movement_count + 1, changed_at = facts.at
      from moved, facts, items
      where inventory_items.organization_id = ${organizationId} and inventory_items.id = items.id
      returning inventory_items.id, movement_count, inventory_items.changed_at,
        inventory_items.fbo_account_id
    ),
    logged as (
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        from_fbo_account_id, from_status, to_fbo_account_id, to_status, outbound_shipment_id,
        token_id, reason)
      select ${organizationId}, changed.id, movement_count, changed_at, ${kind}, fbo_account_id,
        ${itemsFrom}, fbo_account_id, ${itemsTo}, ${outboundShipmentId}, ${tokenId}, ${reason}
      from changed
    )`
}

/** What a verb leaves on the shipment besides its status. */
function noted(sql: Sql, move: ShipmentMove, tokenId: string | null) {
  const stays = {
    shipped: sql`shipped_at = facts.shipped_at`,
    held: sql`held_at = facts.held_at, hold_reason = facts.hold_reason`,
    cancelled: sql`cancelled_at = facts.cancelled_at,
      cancellation_reason = facts.cancellation_reason`,
  }
  const released = sql`held_at = null, hold_reason = null`
  switch (move.verb) {
    case 'approve':
      return sql`approved_at = facts.at, approved_by_token_id = ${tokenId},
        ${stays.shipped}, ${stays.held}, ${stays.cancelled}`
    case 'ship':
      return sql`shipped_at = facts.at, carrier = ${move.carrier},
        service = ${move.service ?? null}, tracking_number = ${move.trackingNumber},
        ${stays.held}, ${stays.cancelled}`
    case 'deliver':
      return sql`delivered_at = facts.at, ${stays.shipped}, ${stays.held}, ${stays.cancelled}`
    case 'hold':
      return sql`held_at = facts.at, hold_reason = ${move.reason},
        ${stays.shipped}, ${stays.cancelled}`
    case 'release':
      return sql`${released}, ${stays.shipped}, ${stays.cancelled}`
    case 'cancel':
      // What is cancelled is not held back any more: nothing could ever release it.
      return sql`${released}, cancelled_at = facts.at, cancellation_reason = ${move.reason},
        ${stays.shipped}`
    default:
      return sql`${stays.shipped}, ${stays.held}, ${stays.cancelled}`
  }
}
