import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quietLookUps } from '../../src/database/quiet-look-ups.ts'

/** Looks up once for each state of the log, and says which look-ups were made. */
async function looksFor(
  log: readonly (readonly [position: string | null, isQuiet: boolean])[],
  rows: readonly object[],
  idleEveryMs?: number,
): Promise<boolean[]> {
  const states = log.map(([position, isQuiet]) => ({ position, isQuiet }))
  const quiet = quietLookUps(async () => states.splice(0, 1) as never[])
  const made: boolean[] = []
  for (const [at] of log.entries()) {
    await quiet.find(
      'select',
      async () => {
        made[at] = true
        return [...rows]
      },
      idleEveryMs,
    )
    made[at] ??= false
  }
  return made
}

test('A look-up that found nothing is left out until the log grows', async () => {
  const log = [
    ['1', true],
    ['1', true],
    ['1', true],
    ['2', true],
    ['2', true],
    ['2', true],
  ] as const
  // Twice for each position: what was written before the first may be visible after it.
  assert.deepEqual(await looksFor(log, []), [true, true, false, true, true, false])
  assert.deepEqual(await looksFor(log, [], 0), Array(6).fill(true))
  assert.deepEqual(await looksFor(log, [{}]), Array(6).fill(true))
})

test('While a change is under way, and on a standby, every look-up is made', async () => {
  const busy = Array<readonly [string, boolean]>(4).fill(['1', false])
  assert.deepEqual(await looksFor(busy, []), Array(4).fill(true))
  assert.deepEqual(await looksFor(Array(4).fill([null, true]), []), Array(4).fill(true))
})

test('Look-ups of one turn ask for the position once', async () => {
  let asked = 0
  const quiet = quietLookUps(async () => {
    asked += 1
    return [{ position: '1', isQuiet: true }] as never[]
  })
  await Promise.all([quiet.find('one', async () => []), quiet.find('two', async () => [])])
  assert.equal(asked, 1)
})
