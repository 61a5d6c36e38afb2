import type { Sql } from 'postgres'
import type { Everything } from '../vault/everything.ts'
import type { Corruption } from './corruption.ts'

/** Shipments that do not fit their items, or the log of these. */
export function ofShipments(sql: Sql, org: Everything): Corruption[] {
  const item = (name: string) => org.items[name] as string
  const shipment = (name: string) => org.shipments[name] as string
  return [
    [
      'a shipment that is cancelled, its item still waiting',
      () => [
        sql`
        update outbound_shipments set cancelled_at = now(), cancellation_reason = 'x'
        where id = ${shipment('packing')}`,
      ],
      ['shipment_claim_unfounded', item('packing')],
      ['ended_shipment_unlogged', shipment('packing')],
    ],
    [
      'a cancelled shipment that is open again',
      () => [
        sql`
        update outbound_shipments set cancelled_at = null, cancellation_reason = null
        where id = ${shipment('cancelled')}`,
      ],
      ['open_shipment_unclaimed', shipment('cancelled')],
    ],
    [
      'the total of a shipment',
      () => [sql`update outbound_shipments set total_items = 0 where id = ${shipment('packing')}`],
      ['shipment_total_differs', shipment('packing')],
    ],
    [
      'a shipment that was never delivered',
      () => [
        sql`update outbound_shipments set status = 'delivered' where id = ${shipment('shipped')}`,
      ],
      ['ended_shipment_unlogged', shipment('shipped')],
    ],
    [
      'where an open shipment stands',
      () => [
        sql`update outbound_shipments set status = 'approved' where id = ${shipment('submitted')}`,
      ],
      ['shipment_differs_from_log', shipment('submitted')],
    ],
    [
      'a shipment that is not on hold any more',
      () => [
        sql`
        update outbound_shipments set held_at = null, hold_reason = null
        where id = ${shipment('held')}`,
      ],
      ['shipment_differs_from_log', shipment('held')],
    ],
    [
      'the account of a shipment',
      () => [
        sql`
        update outbound_shipments set fbo_account_id = ${org.third}
        where id = ${shipment('shipped')}`,
      ],
      ['shipment_movement_differs', item('shipped')],
    ],
    [
      'an item that a shipment lists no more',
      () => [
        sql`delete from outbound_shipment_items where inventory_item_id = ${item('alsoDelivered')}`,
        sql`update outbound_shipments set total_items = 1 where id = ${shipment('delivered')}`,
      ],
      ['shipment_movement_unlisted', item('alsoDelivered')],
    ],
  ]
}
