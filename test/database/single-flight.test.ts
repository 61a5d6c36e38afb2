import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { singleFlight } from '../../src/database/batching/single-flight.ts'

// The mechanism alone, over work that the test ends; shared-pages.test.ts has it over a database.

function openSingleFlight(waitingMax = 100) {
  const begun: PromiseWithResolvers<string>[] = []
  const flights = singleFlight(waitingMax, () => undefined)
  const ask = (key: string) =>
    flights.do(key, 'list', () => {
      const work = Promise.withResolvers<string>()
      begun.push(work)
      return work.promise
    })
  return { flights, ask, begun }
}

test('A failure reaches every request that shared the work, and no later one', async () => {
  const { ask, begun } = openSingleFlight()
  const first = ask('a')
  const responses = [ask('a'), ask('a')]
  begun[0]!.reject(new Error('refused'))
  await assert.rejects(first, { message: 'refused' })
  await nextTurn()
  begun[1]!.reject(new Error('away'))
  for (const response of responses) await assert.rejects(response, { message: 'away' })
  await nextTurn()
  const next = ask('a')
  begun[2]!.resolve('back')
  assert.equal(await next, 'back')
})

test('Past the bound a request is refused; only work that has not begun counts as waiting', async () => {
  const { flights, ask, begun } = openSingleFlight(2)
  const first = ask('a')
  const waiting = [ask('a'), ask('a')]
  assert.equal(flights.waiting, 2)
  await assert.rejects(ask('a'), { reason: 'queue_full' })
  const other = ask('b')
  begun.pop()!.resolve('B')
  assert.equal(await other, 'B', 'who asks for something else is not refused')
  begun[0]!.resolve('')
  await first
  await nextTurn()
  assert.equal(flights.waiting, 0)
  begun[1]!.resolve('')
  await Promise.all(waiting)
})
