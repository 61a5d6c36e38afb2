import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REFUSALS, Refusal, type RefusalCode } from './errors.ts'

test('Every 429 and 503 says when to try again, whatever made it', () => {
  for (const [code, { status }] of Object.entries(REFUSALS)) {
    if (status !== 429 && status !== 503) continue
    for (const options of [{}, { headers: {} }, { headers: { Allow: 'GET' } }]) {
      const { headers } = new Refusal(code as RefusalCode, options)
      assert.equal(headers['Retry-After'], '1', code)
    }
    const later = new Refusal(code as RefusalCode, { headers: { 'Retry-After': '60' } })
    assert.equal(later.headers['Retry-After'], '60')
  }
})

test('Other refusals have no header of their own', () => {
  assert.deepEqual(new Refusal('invalid_request').headers, {})
})
