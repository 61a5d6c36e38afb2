import type { Sql } from 'postgres'
import type { Everything } from '../vault/everything.ts'
import { ofBlocks } from './corrupt-blocks.ts'
import { ofEvents } from './corrupt-events.ts'
import { ofReferences } from './corrupt-references.ts'
import { ofShipments } from './corrupt-shipments.ts'
import type { Corruption } from './corruption.ts'

/**
 * At least one for every check of `verify`; as many as can be are the business of one check alone.
 */
export function corruptions(sql: Sql, org: Everything): Corruption[] {
  return [
    ...ofItems(sql, org),
    ...ofTransfers(sql, org),
    ...ofShipments(sql, org),
    ...ofBlocks(sql, org),
    ...ofReferences(sql, org),
    ...ofEvents(sql, org),
  ]
}

function ofItems(sql: Sql, org: Everything): Corruption[] {
  const item = (name: string) => org.items[name] as string
  const transfer = (name: string) => org.transfers[name] as string
  const shipment = (name: string) => org.shipments[name] as string
  return [
    [
      'a log that is gone',
      () => [sql`delete from inventory_movements where inventory_item_id = ${item('resting')}`],
      ['item_without_log', item('resting')],
    ],
    [
      'a movement that is gone',
      () => [
        sql`
        delete from inventory_movements
        where inventory_item_id = ${item('released')} and number = 2`,
      ],
      ['item_log_incomplete', item('released')],
    ],
    [
      'a count of movements',
      () => [sql`update inventory_items set movement_count = 9 where id = ${item('resting')}`],
      ['item_log_incomplete', item('resting')],
    ],
    [
      'the status of an item',
      () => [sql`update inventory_items set status = 'withdrawn' where id = ${item('resting')}`],
      ['item_differs_from_log', item('resting')],
    ],
    [
      'the account of an item',
      () => [
        sql`update inventory_items set fbo_account_id = ${org.third} where id = ${item('held')}`,
      ],
      ['item_differs_from_log', item('held')],
    ],
    [
      'the moment of an item',
      () => [
        sql`
        update inventory_items set changed_at = changed_at + interval '1 millisecond'
        where id = ${item('resting')}`,
      ],
      ['item_differs_from_log', item('resting')],
    ],
    [
      'the reason of a hold',
      () => [sql`update inventory_items set hold_reason = 'Else' where id = ${item('held')}`],
      ['item_differs_from_log', item('held')],
    ],
    [
      'the batch that an item waits for',
      () => [
        sql`
        update inventory_items set active_transfer_id = ${transfer('overdue')}
        where id = ${item('pending')}`,
      ],
      ['item_differs_from_log', item('pending')],
      ['transfer_claim_unfounded', item('pending')],
      ['pending_transfer_unclaimed', transfer('pending')],
    ],
    [
      'the account that a movement leads to',
      () => [
        sql`
        update inventory_movements set to_fbo_account_id = ${org.third}
        where inventory_item_id = ${item('held')} and number = 1`,
      ],
      ['movement_breaks_chain', item('held')],
    ],
    [
      'the moment of a movement',
      () => [
        sql`
        update inventory_movements set at = at + interval '1 day'
        where inventory_item_id = ${item('held')} and number = 1`,
      ],
      ['movement_goes_back', item('held')],
    ],
    [
      'the shipment of a movement',
      () => [
        sql`
        update inventory_movements set outbound_shipment_id = ${shipment('cancelled')}
        where inventory_item_id = ${item('inspected')} and kind = 'shipment_inspecting'`,
      ],
      ['movement_changes_holder', item('inspected')],
    ],
    [
      'when an item that left had come',
      () => [
        sql`
        update inventory_stays set began_at = began_at - interval '1 day'
        where inventory_item_id = ${item('withdrawn')}`,
      ],
      ['stay_differs_from_log', item('withdrawn')],
    ],
    [
      'a stay that nobody wrote down',
      () => [sql`delete from inventory_stays where inventory_item_id = ${item('shipped')}`],
      ['stay_differs_from_log', item('shipped')],
    ],
    [
      'a stay that never ended',
      () => [
        sql`
        insert into inventory_stays (organization_id, inventory_item_id, number, fbo_account_id,
          began_at, ended_at)
        select organization_id, id, 1, fbo_account_id, created_at, changed_at
        from inventory_items where id = ${item('held')}`,
      ],
      ['stay_differs_from_log', item('held')],
    ],
  ]
}

function ofTransfers(sql: Sql, org: Everything): Corruption[] {
  const item = (name: string) => org.items[name] as string
  const transfer = (name: string) => org.transfers[name] as string
  return [
    [
      'a pending batch that is closed, its items still waiting',
      () => [
        sql`
        update transfer_batches set status = 'cancelled', decided_at = '2020-01-01'
        where id = ${transfer('pending')}`,
      ],
      ['transfer_claim_unfounded', item('pending')],
    ],
    [
      'a cancelled batch that is pending again',
      () => [
        sql`
        update transfer_batches set status = 'pending', decided_at = null, decision_reason = null
        where id = ${transfer('cancelled')}`,
      ],
      ['pending_transfer_unclaimed', transfer('cancelled')],
    ],
    [
      'an item that a batch lists twice',
      () => [
        sql`
        update transfer_batches set item_ids = array_fill(${item('rejected')}::text, array[2])
        where id = ${transfer('rejected')}`,
      ],
      ['transfer_total_differs', transfer('rejected')],
      ['transfer_movement_unlisted', item('alsoRejected')],
    ],
    [
      'how a batch ended',
      () => [
        sql`update transfer_batches set status = 'cancelled' where id = ${transfer('rejected')}`,
      ],
      ['ended_transfer_unlogged', transfer('rejected')],
    ],
    [
      'the destination of a completed batch',
      () => [
        sql`
        update transfer_batches set to_fbo_account_id = ${org.third}
        where id = ${transfer('completed')}`,
      ],
      ['transfer_movement_differs', item('completed')],
    ],
    [
      'the source of a batch',
      () => [
        sql`
        update transfer_batches set from_fbo_account_id = ${org.third}
        where id = ${transfer('expired')}`,
      ],
      ['transfer_movement_differs', item('expired')],
    ],
    [
      'when a batch was decided',
      () => [
        sql`
        update transfer_batches set decided_at = decided_at + interval '1 second'
        where id = ${transfer('completed')}`,
      ],
      ['transfer_movement_differs', item('completed')],
    ],
    [
      'an item that a batch lists no more',
      () => [
        sql`
        update transfer_batches
        set total_items = 1, item_ids = array_remove(item_ids, ${item('alsoRejected')}),
          reasons = '{trade}'
        where id = ${transfer('rejected')}`,
      ],
      ['transfer_movement_unlisted', item('alsoRejected')],
    ],
  ]
}
