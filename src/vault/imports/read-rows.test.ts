import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INVENTORY_ITEMS_IMPORT, OUTBOUND_SHIPMENTS_IMPORT } from './import-kinds.ts'
import type { ImportSpec } from './import-spec.ts'
import { statusViolations } from './read-rows.ts'

type Cell = string | null | undefined

// [status, activeShipmentId, holdReason, violations]; undefined stands for a cell that is invalid
// by itself.
const ITEMS: [Cell, Cell, Cell, string][] = [
  ['in_vault', null, null, ''],
  ['shipment_pending', 'ship_1', null, ''],
  ['shipment_pending', null, null, 'activeShipmentId required'],
  ['in_vault', 'ship_1', null, 'activeShipmentId invalid_value'],
  ['shipped', 'ship_1', null, 'activeShipmentId invalid_value'],
  [undefined, 'ship_1', 'Disputed', ''],
  ['shipment_pending', undefined, null, ''],
  ['on_hold', null, null, ''],
  ['on_hold', null, 'Disputed', ''],
  ['on_hold', null, undefined, ''],
  ['in_vault', null, 'Disputed', 'holdReason invalid_value'],
  ['in_vault', null, undefined, ''],
  ['withdrawn', 'ship_1', 'Disputed', 'activeShipmentId invalid_value, holdReason invalid_value'],
]

for (const [status, activeShipmentId, holdReason, violations] of ITEMS) {
  const row = `${status} with the shipment ${activeShipmentId} and the reason ${holdReason}`
  test(`${row}: ${violations === '' ? 'fine' : violations}`, () => {
    const found = violationsOf(INVENTORY_ITEMS_IMPORT, { status, activeShipmentId, holdReason })
    assert.equal(found, violations)
  })
}

// [status, shippedAt, violations]
const SHIPMENTS: [Cell, Cell, string][] = [
  ['packing', null, ''],
  ['shipped', '2026-11-21T08:30:00.000Z', ''],
  ['shipped', null, 'shippedAt required'],
  ['delivered', null, 'shippedAt required'],
  ['approved', '2026-11-21T08:30:00.000Z', 'shippedAt invalid_value'],
  [undefined, '2026-11-21T08:30:00.000Z', ''],
  ['shipped', undefined, ''],
]

for (const [status, shippedAt, violations] of SHIPMENTS) {
  test(`${status} with the time ${shippedAt}: ${violations === '' ? 'fine' : violations}`, () => {
    assert.equal(violationsOf(OUTBOUND_SHIPMENTS_IMPORT, { status, shippedAt }), violations)
  })
}

function violationsOf({ columns }: ImportSpec, row: Record<string, Cell>): string {
  const found = statusViolations(columns, row)
  return found.map(({ column, code }) => `${column} ${code}`).join(', ')
}
