import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insuranceRefusal, stateRefusal } from './decide-transfer.ts'
import { TRANSFER_STATUSES } from './transfer-batch.ts'

const AT_MAXIMUM = { id: 'fbo_2', exposureCents: '1000', maxInsuredValueCents: '1000' }
const over = { exposureCents: '1001' }

for (const [when, insuredExposure, facts, isRefused] of [
  ['by a cent', 'block', over, true],
  ['beyond a bigint', 'block', { exposureCents: '9'.repeat(30) }, true],
  ['the exposure is observed', 'observe', over, false],
  ['the exposure is reviewed', 'review', over, false],
  ['up to the maximum', 'block', {}, false],
  ['numbers, not text', 'block', { exposureCents: '999' }, false],
] as const) {
  test(`An approval over the insured maximum is ${isRefused ? 'refused' : 'taken'}: ${when}`, () => {
    const refusal = insuranceRefusal({ insuredExposure }, { ...AT_MAXIMUM, ...facts })
    assert.equal(refusal?.code, isRefused ? 'insured_value_exceeded' : undefined)
  })
}

test('A batch takes each verb while it is pending, and none afterwards', () => {
  for (const verb of ['approve', 'reject', 'cancel'] as const) {
    for (const status of TRANSFER_STATUSES) {
      for (const isExpired of [false, true]) {
        const refusal = stateRefusal(verb, { row: { status }, isExpired })
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
