import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHIPMENT_STATUSES } from '../domain/shipment-statuses.ts'
import {
  moveRefusal,
  SHIPMENT_STEPS,
  SHIPMENT_VERBS,
  type ShipmentFacts,
  type ShipmentVerb,
  verbsTaken,
} from './move-shipment.rules.ts'

const FACTS: ShipmentFacts = {
  status: 'packing',
  holdReason: null,
  cancelledAt: null,
  fourEyes: true,
  createdByCaller: false,
  directedByCaller: false,
  approvals: { given: 0, required: 1, approvedByCaller: false },
  recipientRequired: false,
  hasRecipient: false,
}
const HELD = { holdReason: 'Address to be confirmed' }
const CANCELLED_AT = '2026-11-21T09:15:00.000Z'
const CANCELLED = { cancelledAt: new Date(CANCELLED_AT) }
const OWN = { createdByCaller: true }

/** The code of the refusal and its facts; null: nothing refuses it. */
type Refused = readonly [code: string, facts: object] | null

const own: Refused = ['self_approval_forbidden', {}]
const illegal = (currentStatus: string, allowed: string[], more = {}): Refused => [
  'invalid_state_transition',
  { currentStatus, allowed, ...more },
]
const approvals = (given: number, required: number, approvedByCaller = false) => ({
  approvals: { given, required, approvedByCaller },
})
const NOT_OWN = { ...OWN, fourEyes: false }
const WAITING = { status: 'pending_approval' } as const
const APPROVED = { status: 'approved' } as const
const NEEDED = { recipientRequired: true }
const TO_SUBMIT = { status: 'inspecting', ...NEEDED } as const
const TO_APPROVE = { ...WAITING, ...NEEDED }
const PACKING_TAKES = illegal('packing', ['inspect', 'hold', 'cancel'])
const INSPECTING_TAKES = ['submit', 'return-to-packing', 'hold', 'cancel']
const WAITING_TAKES = ['approve', 'return-to-packing', 'hold', 'cancel']

/** In published order; each row breaks its rule and every later one that can be broken with it. */
const ROWS: [verb: ShipmentVerb, rule: string, facts: Partial<ShipmentFacts>, refused: Refused][] =
  [
    ['approve', 'four eyes, before anything else', { ...OWN, ...CANCELLED, ...HELD }, own],
    ['approve', 'four eyes alone', { ...OWN, ...WAITING }, own],
    [
      'approve',
      'four eyes of who sent it elsewhere',
      { directedByCaller: true, ...CANCELLED, ...HELD },
      own,
    ],
    [
      'approve',
      'four eyes turned off, of several approvals',
      { ...NOT_OWN, ...WAITING, ...approvals(0, 2) },
      own,
    ],
    [
      'approve',
      'four eyes turned off, of several approvals that it does not wait for',
      { ...NOT_OWN, status: 'shipped', ...approvals(0, 2) },
      illegal('shipped', ['deliver']),
    ],
    [
      'approve',
      'a second approval of one person, before the recipient',
      { ...TO_APPROVE, ...approvals(1, 2, true) },
      ['already_approved', { approvalsGiven: 1, approvalsRequired: 2 }],
    ],
    [
      'approve',
      'a second approval of one person, in another status',
      { status: 'inspecting', ...approvals(1, 2, true) },
      illegal('inspecting', INSPECTING_TAKES),
    ],
    ['approve', 'a second approval of another person', { ...WAITING, ...approvals(1, 2) }, null],
    ['approve', 'four eyes turned off', { ...NOT_OWN, ...WAITING }, null],
    ['approve', 'four eyes turned off, the state remains', NOT_OWN, PACKING_TAKES],
    ['ship', 'who created it does the rest', { ...OWN, ...APPROVED }, null],
    [
      'ship',
      'cancelled, before a hold',
      { ...CANCELLED, ...HELD, ...APPROVED },
      illegal('approved', [], { cancelledAt: CANCELLED_AT }),
    ],
    [
      'ship',
      'on hold, where it would be taken otherwise',
      { ...HELD, ...APPROVED },
      illegal('approved', ['release', 'cancel'], HELD),
    ],
    ['hold', 'on hold already', HELD, illegal('packing', ['release', 'cancel'], HELD)],
    ['release', 'on hold, released', HELD, null],
    ['cancel', 'on hold, cancelled', HELD, null],
    ['release', 'release without a hold', {}, PACKING_TAKES],
    ['ship', 'a step too far', WAITING, illegal('pending_approval', WAITING_TAKES)],
    [
      'return-to-packing',
      'no way back from approved',
      APPROVED,
      illegal('approved', ['ship', 'hold', 'cancel']),
    ],
    [
      'hold',
      'nothing is held back once shipped',
      { status: 'shipped' },
      illegal('shipped', ['deliver']),
    ],
    ['cancel', 'nothing after delivery', { status: 'delivered' }, illegal('delivered', [])],
    ['submit', 'no recipient, in a status that does not take it', NEEDED, PACKING_TAKES],
    ['submit', 'no recipient', TO_SUBMIT, ['recipient_required', {}]],
    ['submit', 'a recipient', { ...TO_SUBMIT, hasRecipient: true }, null],
    ['approve', 'no recipient', TO_APPROVE, ['recipient_required', {}]],
    ['approve', 'a recipient', { ...TO_APPROVE, hasRecipient: true }, null],
  ]

for (const [verb, rule, facts, refused] of ROWS) {
  test(`${verb}: ${rule}`, () => {
    const refusal = moveRefusal(verb, { ...FACTS, ...facts })
    assert.deepEqual(refusal === undefined ? null : [refusal.code, refusal.members], refused)
  })
}

test('every verb that is listed as taken is taken, and no other', () => {
  for (const status of SHIPMENT_STATUSES) {
    for (const standing of [{}, HELD, CANCELLED]) {
      const facts = { ...FACTS, ...standing, status }
      const taken = SHIPMENT_VERBS.filter((verb) => moveRefusal(verb, facts) === undefined)
      assert.deepEqual(taken, verbsTaken(facts))
    }
  }
})

test('a step that leaves the status alone is a hold, its end, or a cancellation', () => {
  const staying = SHIPMENT_VERBS.filter((verb) => SHIPMENT_STEPS[verb].to === null)
  assert.deepEqual(staying, ['hold', 'release', 'cancel'])
})
