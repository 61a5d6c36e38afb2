import assert from 'node:assert/strict'
import { test } from 'node:test'
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

interface Row {
  readonly rule: string
  readonly verb: ShipmentVerb
  readonly facts: Partial<ShipmentFacts>
  /** Code, and facts of the response; null: nothing refuses it. */
  readonly refused: readonly [code: string, facts: object] | null
}

const own: Row['refused'] = ['self_approval_forbidden', {}]
const illegal = (currentStatus: string, allowed: string[], more = {}): Row['refused'] => [
  'invalid_state_transition',
  { currentStatus, allowed, ...more },
]

/** In published order; each row breaks its rule and every later one that can be broken with it. */
const ROWS: readonly Row[] = [
  {
    rule: 'four eyes, before anything else',
    verb: 'approve',
    facts: { ...OWN, ...CANCELLED, ...HELD },
    refused: own,
  },
  {
    rule: 'four eyes alone',
    verb: 'approve',
    facts: { ...OWN, status: 'pending_approval' },
    refused: own,
  },
  {
    rule: 'four eyes of who sent it elsewhere',
    verb: 'approve',
    facts: { directedByCaller: true, ...CANCELLED, ...HELD },
    refused: own,
  },
  {
    rule: 'four eyes turned off, of several approvals',
    verb: 'approve',
    facts: {
      ...OWN,
      fourEyes: false,
      status: 'pending_approval',
      approvals: { given: 0, required: 2, approvedByCaller: false },
    },
    refused: own,
  },
  {
    rule: 'four eyes turned off, of several approvals that it does not wait for',
    verb: 'approve',
    facts: {
      ...OWN,
      fourEyes: false,
      status: 'shipped',
      approvals: { given: 0, required: 2, approvedByCaller: false },
    },
    refused: illegal('shipped', ['deliver']),
  },
  {
    rule: 'a second approval of one person, before the recipient',
    verb: 'approve',
    facts: {
      status: 'pending_approval',
      recipientRequired: true,
      approvals: { given: 1, required: 2, approvedByCaller: true },
    },
    refused: ['already_approved', { approvalsGiven: 1, approvalsRequired: 2 }],
  },
  {
    rule: 'a second approval of one person, in another status',
    verb: 'approve',
    facts: { status: 'inspecting', approvals: { given: 1, required: 2, approvedByCaller: true } },
    refused: illegal('inspecting', ['submit', 'return-to-packing', 'hold', 'cancel']),
  },
  {
    rule: 'a second approval of another person',
    verb: 'approve',
    facts: {
      status: 'pending_approval',
      approvals: { given: 1, required: 2, approvedByCaller: false },
    },
    refused: null,
  },
  {
    rule: 'four eyes turned off',
    verb: 'approve',
    facts: { ...OWN, status: 'pending_approval', fourEyes: false },
    refused: null,
  },
  {
    rule: 'four eyes turned off, the state remains',
    verb: 'approve',
    facts: { ...OWN, fourEyes: false },
    refused: illegal('packing', ['inspect', 'hold', 'cancel']),
  },
  {
    rule: 'who created it does the rest',
    verb: 'ship',
    facts: { ...OWN, status: 'approved' },
    refused: null,
  },
  {
    rule: 'cancelled, before a hold',
    verb: 'ship',
    facts: { ...CANCELLED, ...HELD, status: 'approved' },
    refused: illegal('approved', [], { cancelledAt: CANCELLED_AT }),
  },
  {
    rule: 'on hold, where it would be taken otherwise',
    verb: 'ship',
    facts: { ...HELD, status: 'approved' },
    refused: illegal('approved', ['release', 'cancel'], HELD),
  },
  {
    rule: 'on hold already',
    verb: 'hold',
    facts: HELD,
    refused: illegal('packing', ['release', 'cancel'], HELD),
  },
  { rule: 'on hold, released', verb: 'release', facts: HELD, refused: null },
  { rule: 'on hold, cancelled', verb: 'cancel', facts: HELD, refused: null },
  {
    rule: 'release without a hold',
    verb: 'release',
    facts: {},
    refused: illegal('packing', ['inspect', 'hold', 'cancel']),
  },
  {
    rule: 'a step too far',
    verb: 'ship',
    facts: { status: 'pending_approval' },
    refused: illegal('pending_approval', ['approve', 'return-to-packing', 'hold', 'cancel']),
  },
  {
    rule: 'no way back from approved',
    verb: 'return-to-packing',
    facts: { status: 'approved' },
    refused: illegal('approved', ['ship', 'hold', 'cancel']),
  },
  {
    rule: 'nothing is held back once shipped',
    verb: 'hold',
    facts: { status: 'shipped' },
    refused: illegal('shipped', ['deliver']),
  },
  {
    rule: 'nothing after delivery',
    verb: 'cancel',
    facts: { status: 'delivered' },
    refused: illegal('delivered', []),
  },
  {
    rule: 'no recipient, in a status that does not take it',
    verb: 'submit',
    facts: { recipientRequired: true },
    refused: illegal('packing', ['inspect', 'hold', 'cancel']),
  },
  ...(['submit', 'approve'] as const).flatMap((verb): Row[] => {
    const facts = {
      status: verb === 'submit' ? 'inspecting' : 'pending_approval',
      recipientRequired: true,
    } as const
    return [
      { rule: 'no recipient', verb, facts, refused: ['recipient_required', {}] },
      { rule: 'a recipient', verb, facts: { ...facts, hasRecipient: true }, refused: null },
    ]
  }),
]

for (const { rule, verb, facts, refused } of ROWS) {
  test(`${verb}: ${rule}`, () => {
    const refusal = moveRefusal(verb, { ...FACTS, ...facts })
    assert.deepEqual(refusal === undefined ? null : [refusal.code, refusal.members], refused)
  })
}

test('every verb that is listed as taken is taken, and no other', () => {
  for (const status of [
    'packing',
    'inspecting',
    'pending_approval',
    'approved',
    'shipped',
  ] as const) {
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
