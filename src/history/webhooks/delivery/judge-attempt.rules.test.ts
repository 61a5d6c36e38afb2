import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  afterAttempt,
  type DeliveryState,
  disabledReason,
  type HealthState,
  healthAfter,
  retryDelay,
} from './judge-attempt.rules.ts'

const NOW = Date.parse('2026-11-23T10:00:00.000Z')
const DAY = 86_400_000
const MOMENT = { nowMs: NOW, random: 0.5 }
const NEW = { attempts: 0, attemptsBefore: 0 }
const PENDING: DeliveryState = { ...NEW, status: 'pending', nextAttemptAt: NOW, endedAt: null }
const ENDED = { nextAttemptAt: null, endedAt: NOW }
const BEFORE = { nextAttemptAt: null, endedAt: NOW - 1 }
const DELIVERED: DeliveryState = { ...PENDING, ...BEFORE, status: 'delivered', attempts: 1 }
const FAILED: DeliveryState = { ...DELIVERED, status: 'failed', attempts: 10 }
const after = (attempts: number, attemptsBefore = 0) => ({ ...PENDING, attempts, attemptsBefore })
const inMs = (ms: number) => ({ nextAttemptAt: NOW + ms })

type Row = [name: string, before: DeliveryState, error: string | null, Partial<DeliveryState>]

/** Changes of a delivery by an attempt. */
const ROWS: Row[] = [
  ['A success ends a delivery', PENDING, null, { status: 'delivered', attempts: 1, ...ENDED }],
  ['A failure is retried', PENDING, '500', { attempts: 1, ...inMs(5_000) }],
  ['The second failure waits longer', after(1), '500', { attempts: 2, ...inMs(300_000) }],
  ['The tenth failure is the last', after(9), '500', { status: 'failed', attempts: 10, ...ENDED }],
  ['What is sent again has all retries', after(10, 10), '500', { attempts: 11, ...inMs(5_000) }],
  ['A late failure takes no success back', DELIVERED, '500', { attempts: 2 }],
  ['A second success ends nothing again', DELIVERED, null, { attempts: 2 }],
  ['A late failure ends nothing again', FAILED, '500', { attempts: 11 }],
  ['A late success counts', FAILED, null, { status: 'delivered', attempts: 11, endedAt: NOW }],
]
for (const [name, before, error, changes] of ROWS) {
  test(name, () => {
    assert.deepEqual(afterAttempt(before, { error }, MOMENT), { ...before, ...changes })
  })
}

const NEVER = { lastSuccessAt: null, lastFailureAt: null, lastError: null }
const HEALTHY: HealthState = { failingSince: null, ...NEVER }
const success = (at: number) => ({ at, status: 204, error: null })
const failure = (at: number, status = 500) => ({ at, status, error: `${status}` })

test('An endpoint is failing since the first failure after its last success', () => {
  const failing = healthAfter(HEALTHY, [failure(1), success(2), failure(3), failure(4, 503)])
  const last = { lastSuccessAt: 2, lastFailureAt: 4, lastError: '503' }
  assert.deepEqual(failing, { failingSince: 3, ...last })
  assert.equal(healthAfter(failing, [failure(5)]).failingSince, 3)
  assert.equal(healthAfter(failing, [failure(5), success(6)]).failingSince, null)
})

test('410 disables at once, and nothing but failures for five days', () => {
  const since = (ms: number) => ({ ...HEALTHY, failingSince: NOW - ms })
  assert.equal(disabledReason(HEALTHY, [success(1), failure(2, 410)], NOW), 'gone')
  assert.equal(disabledReason(since(5 * DAY), [failure(1)], NOW), 'failing')
  assert.equal(disabledReason(since(5 * DAY - 1), [failure(1)], NOW), undefined)
  assert.equal(disabledReason(HEALTHY, [success(1)], NOW), undefined)
})

test('Days without an attempt are no days of failures', () => {
  const first = healthAfter(HEALTHY, [failure(NOW)])
  const monthLater = healthAfter(first, [failure(NOW + 30 * DAY)])
  assert.equal(monthLater.failingSince, NOW + 30 * DAY)
  assert.equal(disabledReason(monthLater, [failure(1)], NOW + 30 * DAY), undefined)
  const daily = [1, 2, 3, 4, 5].map((day) => failure(NOW + 1.1 * day * DAY))
  const always = healthAfter(first, daily)
  assert.equal(always.failingSince, NOW)
  assert.equal(disabledReason(always, daily, NOW + 5.5 * DAY), 'failing')
})

const hours = (count: number) => Math.round(count * 3_600_000)

for (const [index, [least, most]] of [
  [4_500, 5_500],
  [270_000, 330_000],
  [1_620_000, 1_980_000],
  [hours(1.8), hours(2.2)],
  [hours(4.5), hours(5.5)],
  [hours(9), hours(11)],
  [hours(12.6), hours(15.4)],
  [hours(18), hours(22)],
  [hours(21.6), hours(26.4)],
].entries()) {
  test(`After ${index + 1} failed attempts, the next is due in ${least} to ${most} ms`, () => {
    assert.equal(retryDelay(index + 1, 0), least)
    assert.equal(retryDelay(index + 1, 1), most)
  })
}

test('After ten failed attempts there is no other', () => {
  assert.equal(retryDelay(10, 0.5), undefined)
})
