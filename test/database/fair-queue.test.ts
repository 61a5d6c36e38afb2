import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  FairQueue,
  type QueueOverrun,
  type Waiting,
} from '../../src/database/batching/fair-queue.ts'

// The queue alone: which entries are taken, in which order, and which are refused.

interface Entry extends Waiting {
  readonly name: string
}

function openQueue(limits: { waitingMax?: number; waitTimeoutMs?: number } = {}) {
  const queue = new FairQueue<Entry>({ waitingMax: 100, waitTimeoutMs: 60_000, ...limits })
  const refused: string[] = []
  return {
    queue,
    refused,
    /** Adds entries such as `a1`, of the organization `a`. */
    add: (names: string, weight = 1, ageMs = 0) => {
      for (const name of names.split(' ')) {
        const reject = ({ reason }: QueueOverrun) => void refused.push(`${name} ${reason}`)
        const arrivedAt = performance.now() - ageMs
        queue.add({ name, queueKey: name.charAt(0), weight, arrivedAt, reject })
      }
    },
    take: (count = 1, weight = 100, canTake: (entry: Entry) => boolean = () => true) =>
      queue.take({ count, weight, canTake }).map(({ name }) => name),
  }
}

test('Organizations are served in turn, each in the order of arrival', () => {
  const { add, take, queue } = openQueue()
  add('a1 a2 a3 a4 a5 b1 c1 b2')
  const taken = [take(2), take(2), take(2), take(2), take(2), take(2)]
  assert.deepEqual(taken, [['a1', 'a2'], ['b1', 'b2'], ['c1'], ['a3', 'a4'], ['a5'], []])
  assert.equal(queue.size, 0)
})

test('Entries are taken together up to a number and a weight; a single entry may be heavier', () => {
  const { add, take } = openQueue()
  add('a1 a2 a3', 4)
  add('a4', 50)
  add('a5')
  assert.deepEqual(
    [take(9, 10), take(9, 10), take(9, 10), take(9, 10)],
    [['a1', 'a2'], ['a3'], ['a4'], ['a5']],
  )
})

test('A blocked entry keeps its place, and its organization its turn', () => {
  const { add, take, queue } = openQueue()
  add('a1 a2 a3 b1')
  assert.deepEqual(
    take(9, 9, ({ name }) => name !== 'a1' && name !== 'b1'),
    ['a2', 'a3'],
  )
  assert.deepEqual(
    take(9, 9, () => false),
    [],
  )
  assert.equal(queue.size, 2)
  assert.deepEqual([take(), take()], [['b1'], ['a1']])
})

test('No entry overtakes one that is too heavy for this round', () => {
  const { add, take } = openQueue()
  add('a1', 5)
  add('a2', 9)
  add('a3', 1)
  const asked: string[] = []
  const canTake = ({ name }: Entry) => asked.push(name) > 0
  assert.deepEqual(take(9, 10, canTake), ['a1'])
  assert.deepEqual(asked, ['a1', 'a2'])
  assert.deepEqual(take(9, 10), ['a2', 'a3'])
})

test('Past the bound, the newest entry of the longest queue is refused; of equal queues, the last in turn', () => {
  const { add, queue, refused } = openQueue({ waitingMax: 3 })
  add('a1 b1 b2 b3 b4')
  queue.refuseOverrun()
  assert.deepEqual(refused, ['b4 queue_full', 'b3 queue_full'])
  add('a2')
  queue.refuseOverrun()
  assert.deepEqual(refused.slice(2), ['b2 queue_full'])
  assert.equal(queue.size, 3)
})

test('An entry that has waited too long is refused anywhere in the queue; the others stay', async () => {
  const { add, queue, refused, take } = openQueue({ waitTimeoutMs: 200 })
  add('a1', 1, 190)
  add('a2', 1, -10_000)
  add('b1', 1, 190)
  await delay(220)
  assert.deepEqual(refused, ['a1 queue_timeout', 'b1 queue_timeout'])
  assert.equal(queue.size, 1)
  assert.deepEqual([take(), take()], [['a2'], []])
})
