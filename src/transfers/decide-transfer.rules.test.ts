import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApprovalFacts, approvalRefusal, stateRefusal } from './decide-transfer.rules.ts'
import { TRANSFER_STATUSES } from './transfer-batch.ts'

/** A batch that can be approved. */
const fine: ApprovalFacts = {
  status: 'pending',
  isExpired: false,
  fourEyes: true,
  createdByApprover: false,
  approvals: { given: 0, required: 1, approvedByCaller: false },
  insuredExposure: 'block',
  exposureCents: '1000',
  maxInsuredValueCents: '1000',
}
const own = { createdByApprover: true }
const over = { exposureCents: '1001' }
const again = { approvals: { given: 1, required: 2, approvedByCaller: true } }

/** In published order; each row breaks its rule and every later one that can be broken with it. */
const ROWS: [rule: string, facts: Partial<ApprovalFacts>, code: string | undefined][] = [
  [
    'self_approval_forbidden',
    { ...own, isExpired: true, ...again, ...over },
    'self_approval_forbidden',
  ],
  [
    'self_approval_forbidden, of several approvals, with four eyes off',
    { ...own, fourEyes: false, approvals: { given: 1, required: 2, approvedByCaller: false } },
    'self_approval_forbidden',
  ],
  [
    'self_approval_forbidden, in any status',
    { ...own, status: 'completed', ...over },
    'self_approval_forbidden',
  ],
  [
    'invalid_state_transition, of several approvals, with four eyes off',
    { ...own, fourEyes: false, status: 'completed', ...again },
    'invalid_state_transition',
  ],
  [
    'invalid_state_transition',
    { status: 'rejected', ...own, fourEyes: false, ...over },
    'invalid_state_transition',
  ],
  [
    'invalid_state_transition, by time alone',
    { isExpired: true, ...again, ...over },
    'invalid_state_transition',
  ],
  ['already_approved', { ...again, ...over }, 'already_approved'],
  ['insured_value_exceeded', over, 'insured_value_exceeded'],
  [
    'insured_value_exceeded, beyond a bigint',
    { exposureCents: '9'.repeat(30) },
    'insured_value_exceeded',
  ],
  ['nothing: four eyes are off', { ...own, fourEyes: false }, undefined],
  [
    'nothing: another person approved it',
    { approvals: { given: 1, required: 3, approvedByCaller: false } },
    undefined,
  ],
  ['nothing: the exposure is observed', { ...over, insuredExposure: 'observe' }, undefined],
  ['nothing: the exposure is reviewed', { ...over, insuredExposure: 'review' }, undefined],
  ['nothing: up to the maximum', {}, undefined],
  ['nothing: numbers, not text', { exposureCents: '999', maxInsuredValueCents: '1000' }, undefined],
]
for (const [rule, facts, code] of ROWS) {
  test(`Approve Transfer is refused by: ${rule}`, () => {
    assert.equal(approvalRefusal({ ...fine, ...facts })?.code, code)
  })
}

test('A batch takes each verb while it is pending, and none afterwards', () => {
  for (const verb of ['approve', 'reject', 'cancel'] as const) {
    for (const status of TRANSFER_STATUSES) {
      for (const isExpired of [false, true]) {
        const refusal = stateRefusal(verb, { status, isExpired })
        if (status === 'pending' && !isExpired) {
          assert.equal(refusal, undefined)
          continue
        }
        const currentStatus = status === 'pending' ? 'expired' : status
        assert.equal(refusal?.code, 'invalid_state_transition')
        assert.deepEqual(refusal.members, { currentStatus, allowed: [] })
        assert.equal(
          refusal.message,
          `The transfer is ${currentStatus} and does not accept ${verb}: it accepts nothing now.`,
        )
      }
    }
  }
})

test('A refusal for the exposure has both amounts', () => {
  const refusal = approvalRefusal({ ...fine, ...over })
  assert.deepEqual(refusal?.members, { exposureCents: '1001', maxInsuredValueCents: '1000' })
})
