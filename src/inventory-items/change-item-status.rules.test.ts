import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeRefusal, type ItemVerb } from './change-item-status.rules.ts'
import { ITEM_STATUSES, type ItemStatus } from './inventory-item.ts'

// Each status with the verbs that an item takes there; every other verb is refused with these.
const ROWS: readonly [status: ItemStatus, allowed: readonly ItemVerb[], now: string][] = [
  ['in_vault', ['hold', 'withdraw'], 'hold, withdraw'],
  ['transfer_pending', [], 'nothing now'],
  ['shipment_pending', [], 'nothing now'],
  ['on_hold', ['release'], 'release'],
  ['shipped', [], 'nothing now'],
  ['delivered', [], 'nothing now'],
  ['withdrawn', [], 'nothing now'],
]
const VERBS: readonly ItemVerb[] = ['hold', 'release', 'withdraw']

test('the table has every status', () => {
  assert.deepEqual(
    ROWS.map(([status]) => status),
    ITEM_STATUSES,
  )
})

for (const [status, allowed, now] of ROWS) {
  const holder = {
    activeTransferId: status === 'transfer_pending' ? 'xfer_1' : null,
    activeShipmentId: status === 'shipment_pending' ? 'ship_1' : null,
  }
  const [heldBy] = Object.entries(holder).filter(([, id]) => id !== null)
  for (const verb of VERBS) {
    test(`${verb} of an item that is ${status}: ${allowed.includes(verb) ? 'fine' : 'refused'}`, () => {
      const refusal = changeRefusal(verb, { status, ...holder })
      if (allowed.includes(verb)) return assert.equal(refusal, undefined)
      const state = heldBy === undefined ? status : `${status} (held by ${heldBy[1]})`
      assert.equal(refusal?.code, 'invalid_state_transition')
      assert.equal(
        refusal.message,
        `The item is ${state} and does not accept ${verb}: it accepts ${now}.`,
      )
      const facts = heldBy === undefined ? {} : Object.fromEntries([heldBy])
      assert.deepEqual(refusal.members, { currentStatus: status, allowed, ...facts })
    })
  }
}
