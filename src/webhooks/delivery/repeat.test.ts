import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeat } from './repeat.ts'

test('It rests five times as long as its look took, and goes on after a failure', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let runs = 0
  const failures: unknown[] = []
  const stop = repeat({
    ...{ everyMs: 1_000, firstMs: 100 },
    work: async () => {
      runs += 1
      if (runs === 2) throw new Error('lost')
      return runs === 1 ? 400 : 1
    },
    failed: (error) => failures.push(error),
  })
  const ranAfter = async (ms: number) => {
    t.mock.timers.tick(ms)
    await new Promise(setImmediate)
    return runs
  }
  assert.equal(await ranAfter(99), 0)
  assert.equal(await ranAfter(1), 1)
  assert.equal(await ranAfter(1_999), 1)
  assert.equal(await ranAfter(1), 2)
  assert.equal(failures.length, 1)
  assert.equal(await ranAfter(1_000), 3)
  await stop()
  assert.equal(await ranAfter(60_000), 3)
})
