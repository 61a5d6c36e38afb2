import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemRowFaults } from './import-inventory-items.rules.ts'

// [status, activeShipmentId, code]; undefined stands for a cell that is faulty by itself.
const ROWS = [
  ['in_vault', null, null],
  ['shipment_pending', 'ship_1', null],
  ['shipment_pending', null, 'required'],
  ['in_vault', 'ship_1', 'invalid_value'],
  ['shipped', 'ship_1', 'invalid_value'],
  [undefined, 'ship_1', null],
  ['shipment_pending', undefined, null],
] as const

for (const [status, activeShipmentId, code] of ROWS) {
  test(`${status} with the shipment ${activeShipmentId}: ${code ?? 'fine'}`, () => {
    const found = itemRowFaults({ status, activeShipmentId }).map(({ column, code }) => [
      column,
      code,
    ])
    assert.deepEqual(found, code === null ? [] : [['activeShipmentId', code]])
  })
}
