import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../../test/support/processes/embedded-directory.ts'
import { pollInBackground } from './poll-in-background.ts'

test('It pauses for five times as long as its query took, and longer after a failure', async () => {
  const ranAt: number[] = []
  const failures: unknown[] = []
  let tookMs = Number.POSITIVE_INFINITY
  const stop = pollInBackground({
    everyMs: 10,
    firstMs: 0,
    find: async () => {
      const beganAt = performance.now()
      ranAt.push(beganAt)
      if (ranAt.length > 1) return
      await delay(40)
      tookMs = performance.now() - beganAt
    },
    work: () => {
      if (ranAt.length === 2 || ranAt.length === 3) throw new Error('lost')
    },
    failed: (error) => failures.push(error),
  })
  await eventually(() => ranAt.length >= 6, 'six runs')
  await stop()
  const rests = ranAt.slice(1, 6).map((at, place) => at - (ranAt[place] ?? 0))
  for (const [place, least] of [Math.floor(6 * tookMs), 50, 50, 10, 10].entries()) {
    assert.ok((rests[place] ?? 0) >= least - 1, `rests of ${rests} ms`)
  }
  assert.equal(failures.length, 1)
  const { length } = ranAt
  // Another one shows that there was time for it.
  let others = 0
  const stopOther = pollInBackground({
    everyMs: 10,
    firstMs: 0,
    find: async () => undefined,
    work: () => {
      others += 1
    },
    failed: assert.ifError,
  })
  await eventually(() => others >= 4, 'four runs of another')
  await stopOther()
  assert.equal(ranAt.length, length)
})
