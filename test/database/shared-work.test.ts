import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SharedWork } from '../../src/http/shared-work.ts'

// The mechanism alone, over work that ends when the test says so.

function openSharedWork(overrides: { isShared?: boolean; inFlightMax?: number } = {}) {
  const begun: PromiseWithResolvers<string>[] = []
  const counted: string[] = []
  const shared = new SharedWork<string>({
    isShared: true,
    inFlightMax: 1,
    inTurn: (_, work) => work(),
    began: (name, requests) => void counted.push(`${name} ${requests}`),
    ...overrides,
  })
  const ask = (key: string) =>
    shared.do({ key, kind: 'list', organizationId: 'org' }, () => {
      const work = Promise.withResolvers<string>()
      begun.push(work)
      return work.promise
    })
  return { ask, begun, counted }
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

test('Where nothing is shared, each request has its own', async () => {
  const { ask, begun } = openSharedWork({ isShared: false })
  const answers = [ask('a'), ask('a')]
  assert.equal(begun.length, 2)
  for (const { resolve } of begun) resolve('A')
  assert.deepEqual(await Promise.all(answers), ['A', 'A'])
})
