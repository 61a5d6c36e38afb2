import type { BrokenRow } from './broken-rows.ts'

const long = (length: number) => 'x'.repeat(length)
const FIRST = { number: 1, fromFboAccountId: null, fromStatus: null }
const COMPLETED = {
  kind: 'transfer_completed',
  transferBatchId: 'home_xfer',
  fromStatus: 'transfer_pending',
  toStatus: 'in_vault',
}
const CLAIMED = { kind: 'transfer_created', toStatus: 'transfer_pending' }
const PACKED = { kind: 'shipment_created', toStatus: 'shipment_pending' }

const OF_ITEMS: readonly BrokenRow[] = (
  [
    [{ status: 'on_hold', holdReason: '' }, 'hold_reason_length'],
    [{ status: 'on_hold', holdReason: long(2001) }, 'hold_reason_length'],
    [{ holdReason: 'Why' }, 'hold_reason_of_hold'],
    [{ status: 'withdrawn', holdReason: 'Why' }, 'hold_reason_of_hold'],
    [{ movementCount: 0 }, 'movement_count_positive'],
  ] as const
).map(([columns, rule]) => ['inventory_items', columns, `inventory_items_${rule}`])

const OF_MOVEMENTS: readonly BrokenRow[] = (
  [
    [{ number: 0 }, 'number_positive'],
    [{ reason: '' }, 'reason_length'],
    [{ reason: long(2001) }, 'reason_length'],
    [{ number: 1 }, 'first'],
    [{ fromStatus: null }, 'first'],
    [{ fromFboAccountId: null }, 'first'],
    [{ kind: 'taken_in', toStatus: 'in_vault' }, 'first'],
    [{ ...FIRST, kind: 'taken_in', toStatus: 'in_vault', fromStatus: 'in_vault' }, 'first'],
    [{ kind: 'lost' }, 'kind_fits'],
    [{ toStatus: 'withdrawn' }, 'kind_fits'],
    [{ ...FIRST, kind: 'imported', toStatus: 'lost' }, 'kind_fits'],
    [{ toFboAccountId: 'home_two' }, 'account_moves'],
    [COMPLETED, 'account_moves'],
    [CLAIMED, 'holder_named'],
    [PACKED, 'holder_named'],
    [{ transferBatchId: 'home_xfer' }, 'holder_named'],
    [{ outboundShipmentId: 'home_ship' }, 'holder_named'],
    [{ ...FIRST, kind: 'imported', toStatus: 'transfer_pending' }, 'holder_named'],
    [{ ...FIRST, kind: 'imported', toStatus: 'shipment_pending' }, 'holder_named'],
  ] as const
).map(([columns, rule]) => ['inventory_movements', columns, `inventory_movements_${rule}`])

/** Rows that break a rule about an item's log, or about its head on the item. */
export const BROKEN_MOVEMENTS: readonly BrokenRow[] = [...OF_ITEMS, ...OF_MOVEMENTS]
