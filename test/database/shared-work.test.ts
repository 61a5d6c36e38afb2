import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SharedWork, type SharedWorkLimits } from '../../src/database/shared-work.ts'

// The mechanism alone, over work that ends when the test says so.

function openSharedWork(limits: Partial<SharedWorkLimits> = {}) {
  const begun: PromiseWithResolvers<string>[] = []
  const counted: string[] = []
  const shared = new SharedWork(
    { isShared: true, inFlightMax: 1, waitingMax: 100, waitTimeoutMs: 60_000, ...limits },
    (kind, requests) => void counted.push(`${kind} ${requests}`),
  )
  const ask = (key: string) =>
    shared.do(key, 'list', () => {
      const work = Promise.withResolvers<string>()
      begun.push(work)
      return work.promise
    })
  return { shared, ask, begun, counted }
}

test('What asks for the same in one turn is done once, for all of them', async () => {
  const { ask, begun, counted } = openSharedWork()
  const answers = [ask('a'), ask('a'), ask('b'), ask('a')]
  await nextTurn()
  assert.deepEqual(counted, ['list 3', 'list 1'])
  begun[0]!.resolve('A')
  begun[1]!.resolve('B')
  assert.deepEqual(await Promise.all(answers), ['A', 'A', 'B', 'A'])
})

test('Work that is under way is for nobody who asks later: the next begins after it', async () => {
  const { ask, begun, counted } = openSharedWork()
  const early = ask('a')
  await nextTurn()
  const late = [ask('a'), ask('a')]
  await nextTurn()
  assert.equal(begun.length, 1)
  begun[0]!.resolve('before')
  assert.equal(await early, 'before')
  await nextTurn()
  assert.deepEqual(counted, ['list 1', 'list 2'])
  begun[1]!.resolve('after')
  assert.deepEqual(await Promise.all(late), ['after', 'after'])
})

test('As much of the same is under way as is allowed, and of anything else all the same', async () => {
  const { ask, begun } = openSharedWork({ inFlightMax: 2 })
  for (let number = 0; number < 5; number += 1) {
    void ask('a')
    await nextTurn()
  }
  assert.equal(begun.length, 2)
  void ask('b')
  await nextTurn()
  assert.equal(begun.length, 3)
  for (const { resolve } of begun) resolve('')
  await nextTurn()
  assert.equal(begun.length, 4)
})

test('What fails does so for each that shared it, and for nobody after them', async () => {
  const { ask, begun } = openSharedWork()
  const answers = [ask('a'), ask('a')]
  await nextTurn()
  begun[0]!.reject(new Error('away'))
  for (const answer of answers) await assert.rejects(answer, { message: 'away' })
  const next = ask('a')
  await nextTurn()
  begun[1]!.resolve('back')
  assert.equal(await next, 'back')
})

test('Past the bound who asks is refused; what waits is what has not begun', async () => {
  const { shared, ask, begun } = openSharedWork({ waitingMax: 2 })
  const first = ask('a')
  await nextTurn()
  const waiting = [ask('a'), ask('a')]
  assert.equal(shared.waiting, 2)
  await assert.rejects(ask('a'), { reason: 'queue_full' })
  const other = ask('b')
  await nextTurn()
  begun.pop()!.resolve('B')
  assert.equal(await other, 'B', 'who asks for something else is not refused')
  begun[0]!.resolve('')
  await first
  await nextTurn()
  assert.equal(shared.waiting, 0)
  begun[1]!.resolve('')
  await Promise.all(waiting)
})

test('Who waits too long is refused, and who asks after that is not', async () => {
  const { shared, ask, begun, counted } = openSharedWork({ waitTimeoutMs: 20 })
  const first = ask('a')
  await nextTurn()
  await Promise.all(
    [ask('a'), ask('a')].map((late) => assert.rejects(late, { reason: 'queue_timeout' })),
  )
  assert.equal(shared.waiting, 0)
  begun[0]!.resolve('A')
  assert.equal(await first, 'A')
  await nextTurn()
  assert.deepEqual(counted, ['list 1'], 'what nobody waits for is not done')
  const next = ask('a')
  await nextTurn()
  begun[1]!.resolve('again')
  assert.equal(await next, 'again')
})

test('Where nothing is shared, each request has its own', async () => {
  const { ask, begun } = openSharedWork({ isShared: false })
  const answers = [ask('a'), ask('a')]
  assert.equal(begun.length, 2)
  for (const { resolve } of begun) resolve('A')
  assert.deepEqual(await Promise.all(answers), ['A', 'A'])
})
