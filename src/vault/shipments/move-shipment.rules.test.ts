import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHIPMENT_STATUSES } from '../../domain/state-transitions.ts'
import {
  recipientRefusal,
  SHIPMENT_STEPS,
  SHIPMENT_VERBS,
  type ShipmentVerb,
  stepRefusal,
  verbsTaken,
} from './move-shipment.rules.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'

const FACTS = { status: 'packing', holdReason: null, cancelledAt: null } as const
const HELD = { holdReason: 'Address to be confirmed' }
const CANCELLED_AT = '2026-11-21T09:15:00.000Z'
const CANCELLED = { cancelledAt: new Date(CANCELLED_AT) }

/** The code of the refusal and its facts; null: nothing refuses it. */
type Refused = readonly [code: string, facts: object] | null

const illegal = (currentStatus: string, allowed: string[], more = {}): Refused => [
  'invalid_state_transition',
  { currentStatus, allowed, ...more },
]
const INSPECTING = { status: 'inspecting' } as const
const WAITING = { status: 'pending_approval' } as const
const APPROVED = { status: 'approved' } as const
const SHIPPED = { status: 'shipped' } as const
const packed = illegal('packing', ['inspect', 'hold', 'cancel'])
const inspected = illegal('inspecting', ['submit', 'return-to-packing', 'hold', 'cancel'])
const waits = illegal('pending_approval', ['approve', 'return-to-packing', 'hold', 'cancel'])
const approved = illegal('approved', ['ship', 'hold', 'cancel'])
const shipped = illegal('shipped', ['deliver'])
const cancelled = illegal('approved', [], { cancelledAt: CANCELLED_AT })
const held = (status: string) => illegal(status, ['release', 'cancel'], HELD)

type Facts = Parameters<typeof stepRefusal>[1]

const ROWS: [verb: ShipmentVerb, rule: string, facts: Partial<Facts>, refused: Refused][] = [
  ['ship', 'cancelled, before a hold', { ...CANCELLED, ...HELD, ...APPROVED }, cancelled],
  [
    'ship',
    'on hold, where it would be taken otherwise',
    { ...HELD, ...APPROVED },
    held('approved'),
  ],
  ['hold', 'on hold already', HELD, held('packing')],
  ['approve', 'before it is submitted', INSPECTING, inspected],
  ['release', 'on hold, released', HELD, null],
  ['cancel', 'on hold, cancelled', HELD, null],
  ['release', 'release without a hold', {}, packed],
  ['ship', 'a step too far', WAITING, waits],
  ['return-to-packing', 'no way back from approved', APPROVED, approved],
  ['hold', 'nothing is held back once shipped', SHIPPED, shipped],
  ['cancel', 'nothing after delivery', { status: 'delivered' }, illegal('delivered', [])],
]

for (const [verb, rule, facts, refused] of ROWS) {
  test(`${verb}: ${rule}`, () => {
    const refusal = stepRefusal(verb, { ...FACTS, ...facts })
    assert.deepEqual(refusal === undefined ? null : [refusal.code, refusal.members], refused)
  })
}

test('a shipment needs its recipient on its way to the approval, where the policy asks for one', () => {
  const recipient = { name: 'Ada Lindqvist' } as ShipmentDetailsRow['recipient']
  for (const verb of SHIPMENT_VERBS) {
    const needsIt = verb === 'submit' || verb === 'approve'
    const refusal = recipientRefusal(verb, { recipient: null }, { recipientRequired: true })
    assert.equal(refusal?.code, needsIt ? 'recipient_required' : undefined, verb)
    assert.equal(recipientRefusal(verb, { recipient }, { recipientRequired: true }), undefined)
    assert.equal(
      recipientRefusal(verb, { recipient: null }, { recipientRequired: false }),
      undefined,
    )
  }
})

test('every verb that is listed as taken is taken, and no other', () => {
  for (const status of SHIPMENT_STATUSES) {
    for (const standing of [{}, HELD, CANCELLED]) {
      const facts = { ...FACTS, ...standing, status }
      const taken = SHIPMENT_VERBS.filter((verb) => stepRefusal(verb, facts) === undefined)
      assert.deepEqual(taken, verbsTaken(facts))
    }
  }
})

test('a step that leaves the status alone is a hold, its end, or a cancellation', () => {
  const staying = SHIPMENT_VERBS.filter((verb) => SHIPMENT_STEPS[verb].to === null)
  assert.deepEqual(staying, ['hold', 'release', 'cancel'])
})
