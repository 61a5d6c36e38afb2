import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemRowViolations } from './import-inventory-items.rules.ts'

// [status, activeShipmentId, holdReason, violations]; undefined stands for a cell that is invalid by
// itself.
const ROWS = [
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
] as const

for (const [status, activeShipmentId, holdReason, violations] of ROWS) {
  const row = `${status} with the shipment ${activeShipmentId} and the reason ${holdReason}`
  test(`${row}: ${violations === '' ? 'fine' : violations}`, () => {
    const found = itemRowViolations({ status, activeShipmentId, holdReason })
    assert.equal(found.map(({ column, code }) => `${column} ${code}`).join(', '), violations)
  })
}
