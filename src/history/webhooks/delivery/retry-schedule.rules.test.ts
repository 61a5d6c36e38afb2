import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelay } from './retry-schedule.rules.ts'

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
