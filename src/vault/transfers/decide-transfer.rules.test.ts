import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../domain/errors.ts'
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

const other = { approvals: { given: 1, required: 2, approvedByCaller: false } }
const mine = { ...own, fourEyes: false }

/** In published order; each row breaks its rule and every later one that can be broken with it. */
const ROWS: [code: RefusalCode | undefined, when: string, facts: Partial<ApprovalFacts>][] = [
  ['self_approval_forbidden', 'before all', { ...own, isExpired: true, ...again, ...over }],
  ['self_approval_forbidden', 'one of several, with four eyes off', { ...mine, ...other }],
  ['self_approval_forbidden', 'in any status', { ...own, status: 'completed', ...over }],
  [
    'invalid_state_transition',
    'one of several, with four eyes off',
    { ...mine, status: 'completed', ...again },
  ],
  ['invalid_state_transition', 'before the exposure', { ...mine, status: 'rejected', ...over }],
  ['invalid_state_transition', 'by time alone', { isExpired: true, ...again, ...over }],
  ['already_approved', 'before the exposure', { ...again, ...over }],
  ['insured_value_exceeded', 'by a cent', over],
  ['insured_value_exceeded', 'beyond a bigint', { exposureCents: '9'.repeat(30) }],
  [undefined, 'four eyes are off', mine],
  [undefined, 'another person approved it', other],
  [undefined, 'the exposure is observed', { ...over, insuredExposure: 'observe' }],
  [undefined, 'the exposure is reviewed', { ...over, insuredExposure: 'review' }],
  [undefined, 'up to the maximum', {}],
  [undefined, 'numbers, not text', { exposureCents: '999', maxInsuredValueCents: '1000' }],
]
for (const [code, when, facts] of ROWS) {
  test(`Approve Transfer is refused by: ${code ?? 'nothing'} (${when})`, () => {
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
