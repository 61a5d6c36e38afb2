import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shipmentRowViolations } from './import-outbound-shipments.rules.ts'

// [status, shippedAt, code]; undefined stands for a cell that is invalid by itself.
const ROWS = [
  ['packing', null, null],
  ['shipped', '2026-11-21T08:30:00.000Z', null],
  ['shipped', null, 'required'],
  ['delivered', null, 'required'],
  ['approved', '2026-11-21T08:30:00.000Z', 'invalid_value'],
  [undefined, '2026-11-21T08:30:00.000Z', null],
  ['shipped', undefined, null],
] as const

for (const [status, shippedAt, code] of ROWS) {
  test(`${status} with the time ${shippedAt}: ${code ?? 'fine'}`, () => {
    const found = shipmentRowViolations({ status, shippedAt }).map(({ column, code }) => [
      column,
      code,
    ])
    assert.deepEqual(found, code === null ? [] : [['shippedAt', code]])
  })
}
