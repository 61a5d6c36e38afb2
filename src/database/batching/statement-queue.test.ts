import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementQueue } from './statement-queue.ts'

test('An organization has its part, and the rest remains for others', async () => {
  const queue = new StatementQueue({
    waitingMax: 10,
    waitTimeoutMs: 10_000,
    runningMax: 2,
    runningOfAllMax: 2,
    runningOfOneMax: 1,
  })
  const gate = Promise.withResolvers<void>()
  const began: string[] = []
  const run = (organization: string, name: string, ends: Promise<void>) =>
    queue.run(organization, () => {
      began.push(name)
      return ends
    })
  const held = [run('a', 'a1', gate.promise), run('a', 'a2', gate.promise)]
  await run('b', 'b1', Promise.resolve())
  await assert.rejects(run('b', 'b2', Promise.reject(new Error('lost'))), /lost/)
  await run('b', 'b3', Promise.resolve())
  assert.deepEqual(began, ['a1', 'b1', 'b2', 'b3'])
  gate.resolve()
  await Promise.all(held)
  assert.deepEqual(began.at(-1), 'a2')
})
