import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHIPMENT_STATUSES } from '../../domain/shipment-statuses.ts'
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
const DIRECTED = { directedByCaller: true }
const NOT_OWN = { ...OWN, fourEyes: false }
const INSPECTING = { status: 'inspecting' } as const
const WAITING = { status: 'pending_approval' } as const
const APPROVED = { status: 'approved' } as const
const SHIPPED = { status: 'shipped' } as const
const NEEDED = { recipientRequired: true }
const TO_SUBMIT = { ...INSPECTING, ...NEEDED }
const TO_APPROVE = { ...WAITING, ...NEEDED }
const SEVERAL = approvals(0, 2)
const AGAIN = approvals(1, 2, true)
const TWICE: Refused = ['already_approved', { approvalsGiven: 1, approvalsRequired: 2 }]
const NO_RECIPIENT: Refused = ['recipient_required', {}]
const packed = illegal('packing', ['inspect', 'hold', 'cancel'])
const inspected = illegal('inspecting', ['submit', 'return-to-packing', 'hold', 'cancel'])
const waits = illegal('pending_approval', ['approve', 'return-to-packing', 'hold', 'cancel'])
const approved = illegal('approved', ['ship', 'hold', 'cancel'])
const shipped = illegal('shipped', ['deliver'])
const cancelled = illegal('approved', [], { cancelledAt: CANCELLED_AT })
const held = (status: string) => illegal(status, ['release', 'cancel'], HELD)

type Row = [verb: ShipmentVerb, rule: string, facts: Partial<ShipmentFacts>, refused: Refused]

/** In published order; each row breaks its rule and every later one that can be broken with it. */
const ROWS: Row[] = [
  ['approve', 'four eyes, before anything else', { ...OWN, ...CANCELLED, ...HELD }, own],
  ['approve', 'four eyes alone', { ...OWN, ...WAITING }, own],
  ['approve', 'four eyes of who sent it elsewhere', { ...DIRECTED, ...CANCELLED, ...HELD }, own],
  ['approve', 'one of several, four eyes off', { ...NOT_OWN, ...WAITING, ...SEVERAL }, own],
  ['approve', 'one of several, and shipped', { ...NOT_OWN, ...SHIPPED, ...SEVERAL }, shipped],
  ['approve', 'twice by one person, before the recipient', { ...TO_APPROVE, ...AGAIN }, TWICE],
  ['approve', 'twice by one person, in another status', { ...INSPECTING, ...AGAIN }, inspected],
  ['approve', 'a second approval of another person', { ...WAITING, ...approvals(1, 2) }, null],
  ['approve', 'four eyes turned off', { ...NOT_OWN, ...WAITING }, null],
  ['approve', 'four eyes turned off, the state remains', NOT_OWN, packed],
  ['ship', 'who created it does the rest', { ...OWN, ...APPROVED }, null],
  ['ship', 'cancelled, before a hold', { ...CANCELLED, ...HELD, ...APPROVED }, cancelled],
  [
    'ship',
    'on hold, where it would be taken otherwise',
    { ...HELD, ...APPROVED },
    held('approved'),
  ],
  ['hold', 'on hold already', HELD, held('packing')],
  ['release', 'on hold, released', HELD, null],
  ['cancel', 'on hold, cancelled', HELD, null],
  ['release', 'release without a hold', {}, packed],
  ['ship', 'a step too far', WAITING, waits],
  ['return-to-packing', 'no way back from approved', APPROVED, approved],
  ['hold', 'nothing is held back once shipped', SHIPPED, shipped],
  ['cancel', 'nothing after delivery', { status: 'delivered' }, illegal('delivered', [])],
  ['submit', 'no recipient, in a status that does not take it', NEEDED, packed],
  ['submit', 'no recipient', TO_SUBMIT, NO_RECIPIENT],
  ['submit', 'a recipient', { ...TO_SUBMIT, hasRecipient: true }, null],
  ['approve', 'no recipient', TO_APPROVE, NO_RECIPIENT],
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
