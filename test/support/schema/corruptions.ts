import type { FullVault } from '../vault/full-vault.ts'
import { ofApprovals } from './corrupt-approvals.ts'
import { ofCorrections } from './corrupt-corrections.ts'
import {
  type Corruption,
  ofEvents,
  ofReferences,
  update,
  updateMovement,
} from './corrupt-references.ts'
import { ofValues } from './corrupt-values.ts'

/** At least one for every check of `verify`; most concern one check only. */
export function corruptions(vault: FullVault): Corruption[] {
  return [
    ...ofItems(vault),
    ...ofValues(vault),
    ...ofTransfers(vault),
    ...ofShipments(vault),
    ...ofApprovals(vault),
    ...ofReferences(vault),
    ...ofCorrections(vault),
    ...ofEvents(vault),
  ]
}

function ofItems({ items, transfers, shipments, from, third }: FullVault): Corruption[] {
  const { resting, held, released, pending, inspected, withdrawn, shipped } = items
  const item = (id: string | undefined, change: string) => [update('inventory_items', id, change)]
  const differs = (id: string | undefined) => `item_differs_from_log ${id}`
  const ofItem = (table: string, id: string | undefined) =>
    `delete from ${table} where inventory_item_id = '${id}'`
  return [
    ['a log that is gone', [ofItem('inventory_movements', resting)], `item_without_log ${resting}`],
    [
      'a movement that is gone',
      [`${ofItem('inventory_movements', released)} and number = 2`],
      `item_log_incomplete ${released}`,
    ],
    ['a count of movements', item(resting, 'movement_count = 9'), `item_log_incomplete ${resting}`],
    ['the status of an item', item(resting, "status = 'withdrawn'"), differs(resting)],
    [
      'the account of an item',
      item(held, `fbo_account_id = '${third}'`),
      differs(held),
      `past_exposure_differs_from_log ${from}`,
    ],
    [
      'the time of an item',
      item(resting, "changed_at = changed_at + interval '1 millisecond'"),
      differs(resting),
    ],
    ['the reason of a hold', item(held, "hold_reason = 'Else'"), differs(held)],
    [
      'the batch that an item waits for',
      item(pending, `active_transfer_id = '${transfers.overdue}'`),
      differs(pending),
      `transfer_claim_unfounded ${pending}`,
      `pending_transfer_unclaimed ${transfers.pending}`,
    ],
    [
      'the account that a movement leads to',
      [updateMovement(held, 'number = 1', `to_fbo_account_id = '${third}'`)],
      `movement_breaks_chain ${held}`,
    ],
    [
      'the time of a movement',
      [updateMovement(held, 'number = 1', "at = at + interval '1 day'")],
      `movement_goes_back ${held}`,
    ],
    [
      'the shipment of a movement',
      [
        updateMovement(
          inspected,
          "kind = 'shipment_inspecting'",
          `outbound_shipment_id = '${shipments.cancelled}'`,
        ),
      ],
      `movement_changes_holder ${inspected}`,
    ],
    [
      'when an item that left had come',
      [
        `update inventory_stays set began_at = began_at - interval '1 day'
         where inventory_item_id = '${withdrawn}'`,
      ],
      `stay_differs_from_log ${withdrawn}`,
    ],
    [
      'an identifier that no longer finds its item',
      [ofItem('inventory_item_identifiers', resting)],
      `item_identifiers_differ ${resting}`,
    ],
    [
      'an identifier that finds another item',
      [
        `update inventory_item_identifiers set inventory_item_id = '${held}'
        where inventory_item_id = '${resting}'`,
      ],
      ...[held, resting].map((id) => `item_identifiers_differ ${id}`),
    ],
    [
      'an identifier that another item may take',
      [
        `update inventory_item_identifiers set is_present = false
        where inventory_item_id = '${resting}'`,
      ],
      `item_identifiers_differ ${resting}`,
    ],
    ['a missing stay', [ofItem('inventory_stays', shipped)], `stay_differs_from_log ${shipped}`],
    [
      'a stay that never ended',
      [
        `insert into inventory_stays
           (organization_id, inventory_item_id, number, fbo_account_id, began_at, ended_at)
         select organization_id, id, 1, fbo_account_id, created_at, changed_at
         from inventory_items where id = '${held}'`,
      ],
      `stay_differs_from_log ${held}`,
    ],
  ]
}

function ofTransfers({ items, transfers, third }: FullVault): Corruption[] {
  const { pending, cancelled, rejected, completed, expired } = transfers
  const batch = (id: string | undefined, change: string) => [update('transfer_batches', id, change)]
  return [
    [
      'a pending batch that is closed, its items still claimed',
      batch(pending, "status = 'cancelled', decided_at = '2020-01-01'"),
      `transfer_claim_unfounded ${items.pending}`,
    ],
    [
      'a cancelled batch that is pending again',
      batch(cancelled, "status = 'pending', decided_at = null, decision_reason = null"),
      `pending_transfer_unclaimed ${cancelled}`,
    ],
    [
      'an item that a batch lists twice',
      batch(rejected, `item_ids = array_fill('${items.rejected}'::text, array[2])`),
      `transfer_total_differs ${rejected}`,
      `transfer_movement_unlisted ${items.alsoRejected}`,
    ],
    [
      'how a batch ended',
      batch(rejected, "status = 'cancelled'"),
      `ended_transfer_unlogged ${rejected}`,
    ],
    [
      'the destination of a completed batch',
      batch(completed, `to_fbo_account_id = '${third}'`),
      `transfer_movement_differs ${items.completed}`,
    ],
    [
      'the source of a batch',
      batch(expired, `from_fbo_account_id = '${third}'`),
      `transfer_movement_differs ${items.expired}`,
    ],
    [
      'when a batch was decided',
      batch(completed, "decided_at = decided_at + interval '1 second'"),
      `transfer_movement_differs ${items.completed}`,
    ],
    [
      'an item that a batch lists no more',
      batch(
        rejected,
        `total_items = 1, item_ids = array_remove(item_ids, '${items.alsoRejected}'), reasons = '{trade}'`,
      ),
      `transfer_movement_unlisted ${items.alsoRejected}`,
    ],
  ]
}

function ofShipments({ items, shipments, organizationId, third }: FullVault): Corruption[] {
  const { packing, cancelled, shipped, submitted, held, delivered } = shipments
  const shipment = (id: string | undefined, change: string) =>
    update('outbound_shipments', id, change)
  const block = (level: number, count: number) => `
    insert into outbound_shipment_blocks
    select organization_id, '', ${level}::smallint, created_at, id, ${count}, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from outbound_shipments where id = '${packing}'`
  return [
    [
      'a cancelled shipment whose item is still claimed',
      [shipment(packing, "cancelled_at = now(), cancellation_reason = 'x'")],
      `shipment_claim_unfounded ${items.packing}`,
      `ended_shipment_unlogged ${packing}`,
    ],
    [
      'a cancelled shipment that is open again',
      [shipment(cancelled, 'cancelled_at = null, cancellation_reason = null')],
      `open_shipment_unclaimed ${cancelled}`,
    ],
    [
      'the total of a shipment',
      [shipment(packing, 'total_items = 0')],
      `shipment_total_differs ${packing}`,
    ],
    [
      'a shipment that was never delivered',
      [shipment(shipped, "status = 'delivered'")],
      `ended_shipment_unlogged ${shipped}`,
    ],
    [
      'the status of an open shipment',
      [shipment(submitted, "status = 'approved'")],
      `shipment_differs_from_log ${submitted}`,
    ],
    [
      'a shipment that is not on hold any more',
      [shipment(held, 'held_at = null, hold_reason = null')],
      `shipment_differs_from_log ${held}`,
    ],
    [
      'the account of a shipment',
      [shipment(shipped, `fbo_account_id = '${third}'`)],
      `shipment_movement_differs ${items.shipped}`,
    ],
    [
      'an item that a shipment lists no more',
      [
        `delete from outbound_shipment_items where inventory_item_id = '${items.alsoDelivered}'`,
        shipment(delivered, 'total_items = 1'),
      ],
      `shipment_movement_unlisted ${items.alsoDelivered}`,
    ],
    ['a block that counts a shipment twice', [block(1, 2)], `shipment_block_differs ${packing}`],
    [
      'a block that sums more than its blocks count',
      [block(1, 1), block(2, 2)],
      `shipment_block_differs ${packing}`,
    ],
    [
      'a change to the counts of a block that does not exist',
      [
        `insert into outbound_shipment_block_changes
           (organization_id, fbo_account_id, created_at, id, status, cancelled, shipments)
         values ('${organizationId}', '', now(), '${packing}', 'packing', false, 1)`,
      ],
      `shipment_block_change_lost ${packing}`,
    ],
  ]
}
