import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openVault } from '../support/vault.ts'

// Work that organizations do in turns, as the reading of lists.

const { database } = await openVault({ DATABASE_POOL_SIZE: 10, GATHERINGS_IN_FLIGHT_MAX: 2 })

test('An organization that wants much at once leaves room for another, which then takes turns', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) =>
    database.inTurn(name, () => {
      begun.push(name)
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
  const all = Array.from({ length: 20 }, () => work('loud'))
  await nextTurn()
  assert.equal(begun.length, 5, 'of ten connections four are left to gatherings, one to others')
  all.push(work('quiet'), work('quiet'))
  await nextTurn()
  assert.deepEqual(begun.slice(5), ['quiet'])
  for (const end of ends.slice(0, 2)) {
    end()
    await nextTurn()
    await nextTurn()
  }
  assert.deepEqual(begun.slice(6), ['loud', 'quiet'], 'one of each in turn')
  for (let ended = 2; ended < all.length; ended += 1) {
    ends[ended]!()
    await nextTurn()
    await nextTurn()
  }
  await Promise.all(all)
})

test('What the work throws is told, and takes no turn from the next', async () => {
  const failure = new Error('of its own')
  for (let number = 0; number < 20; number += 1) {
    await assert.rejects(
      database.inTurn('any', () => {
        throw failure
      }),
      failure,
    )
  }
  assert.equal(await database.inTurn('any', async () => 'done'), 'done')
})
