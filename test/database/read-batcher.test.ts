import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { ReadBatcher } from '../../src/database/batching/read-batcher.ts'
import { ShardChecks } from '../../src/database/postgres/shard-checks.ts'

/** A batcher over statements whose results the test releases. */
function openBatcher(limits = { waitingMax: 1_000, waitTimeoutMs: 60_000 }) {
  const sent: {
    text: string
    parameters: unknown[]
    response(others?: string[][]): void
    fail(error: Error): void
  }[] = []
  const sql = {
    unsafe: (text: string, parameters: unknown[]) => ({
      values: () =>
        new Promise((resolve, reject) => {
          const ids = [parameters.at(-1)].flat() as string[]
          const rows = [...new Set(ids)].filter((id) => id !== 'none').map((id) => [id, text])
          sent.push({
            text,
            parameters,
            response: (others) => resolve(others ?? rows),
            fail: reject,
          })
        }),
    }),
  } as unknown as Sql
  const sizes: number[] = []
  const batcher = new ReadBatcher(
    {
      name: 'test',
      one: 'one',
      many: 'many',
      toRecord: ([id, text]) => {
        if (text === 'unreadable') throw new Error('unreadable')
        return `${id} by ${text}`
      },
    },
    limits,
    {
      run: async (statement) => await statement(sql),
      checks: new ShardChecks(),
      batched: (_, size) => sizes.push(size),
      refusalOf: (error) => error,
    },
  )
  const find = async (organizationId: string | null, id: string) =>
    (await batcher.find(organizationId, [id])).get(id)
  return { batcher, sent, sizes, find }
}

test('A single read runs at once, with the statement for one', async () => {
  const { sent, find } = openBatcher()
  const found = find('a', '1')
  await nextTurn()
  assert.deepEqual(
    sent.map(({ text, parameters }) => [text, ...parameters]),
    [['one', 'a', '1']],
  )
  sent[0]?.response()
  assert.equal(await found, '1 by one')
})

test('Reads of one turn become one statement for each organization, all sent at once', async () => {
  const { sent, sizes, find } = openBatcher()
  const found = [find('a', '1'), find('b', '1'), find('a', '2'), find('a', '1'), find('a', 'none')]
  const nobodys = find(null, 'x')
  await nextTurn()
  assert.deepEqual(
    sent.map(({ text, parameters }) => [text, ...parameters]),
    [
      ['many', 'a', ['1', '2', '1', 'none']],
      ['one', 'b', '1'],
      ['one', 'x'],
    ],
  )
  assert.deepEqual(sizes, [4, 1, 1])
  for (const { response } of sent) response()
  assert.deepEqual(await Promise.all(found), [
    '1 by many',
    '1 by one',
    '2 by many',
    '1 by many',
    undefined,
  ])
  assert.equal(await nobodys, 'x by one')
})

test('Reads that arrive during a round run together in the next', async () => {
  const { batcher, sent, find } = openBatcher()
  const all = [find('a', '1')]
  await nextTurn()
  for (const id of ['3', '4', '5']) {
    all.push(find('a', id))
    await nextTurn()
  }
  assert.equal(sent.length, 1)
  assert.equal(batcher.pending, 4, 'a statement, and three that wait')
  sent[0]?.response()
  await nextTurn()
  await nextTurn()
  assert.deepEqual(sent[1]?.parameters, ['a', ['3', '4', '5']])
  for (const { response } of sent) response()
  assert.equal((await Promise.all(all)).length, 4)
})

test('A flood of one organization leaves every other one its turn in the next round', async () => {
  const { sent, find } = openBatcher()
  void find('loud', 'first')
  await nextTurn()
  for (let number = 0; number < 600; number += 1) void find('loud', `${number}`)
  for (const quiet of ['x', 'y', 'z']) void find(quiet, '1')
  sent[0]?.response()
  await nextTurn()
  await nextTurn()
  const round = sent.slice(1)
  assert.deepEqual(
    round.slice(0, 4).map(({ parameters }) => parameters[0]),
    ['loud', 'x', 'y', 'z'],
  )
  assert.equal((round[0] as { parameters: unknown[][] }).parameters[1]?.length, 64, 'one turn')
})

test('A round has few ids: who asks for many has another turn in the next', async () => {
  const { batcher, sent, find } = openBatcher()
  void find('a', 'first')
  await nextTurn()
  const ids = Array.from({ length: 512 }, (_, number) => `${number}`)
  for (let page = 0; page < 5; page += 1) void batcher.find('loud', ids)
  void find('quiet', '1')
  const rounds: unknown[][] = []
  while (batcher.pending > 0) {
    const round = sent.splice(0)
    rounds.push(round.map(({ parameters }) => parameters[0]))
    for (const { response } of round) response()
    await nextTurn()
    await nextTurn()
  }
  assert.deepEqual(rounds, [['a'], ['loud', 'quiet', 'loud'], ['loud', 'loud'], ['loud']])
})

test('A statement that fails fails its own reads, and no others', async () => {
  const { sent, find } = openBatcher()
  const [one, two, other] = [find('a', '1'), find('a', '2'), find('b', '1')]
  const failure = new Error('of its own')
  const failed = Promise.all([assert.rejects(one, failure), assert.rejects(two, failure)])
  await nextTurn()
  sent[0]?.fail(failure)
  sent[1]?.response()
  await failed
  assert.equal(await other, '1 by one')
  const next = find('a', '3')
  await nextTurn()
  await nextTurn()
  sent[2]?.response()
  assert.equal(await next, '3 by one')
})

test('A row that cannot be read fails its own reads, and no later ones', async () => {
  const { sent, find } = openBatcher()
  const failed = ['1', '2'].map((id) => assert.rejects(find('a', id), /unreadable/))
  await nextTurn()
  sent[0]?.response([
    ['1', 'read'],
    ['2', 'unreadable'],
  ])
  await Promise.all(failed)
  const next = find('a', '3')
  await nextTurn()
  await nextTurn()
  sent[1]?.response()
  assert.equal(await next, '3 by one')
})

test('A row with another id is not taken for the requested one', async () => {
  const { sent, find } = openBatcher()
  const found = find('a', '1')
  await nextTurn()
  sent[0]?.response([['2', 'another']])
  assert.equal(await found, undefined)
})

test('Past the bound, the newest read of the largest sender is refused, and waiting is bounded', async () => {
  const full = openBatcher({ waitingMax: 2, waitTimeoutMs: 20 })
  void full.find('a', '1')
  await nextTurn()
  const waiting = [full.find('a', '2'), full.find('b', '1')]
  await assert.rejects(full.find('a', '3'), { reason: 'queue_full' })
  for (const late of waiting) await assert.rejects(late, { reason: 'queue_timeout' })
  assert.equal(full.sent.length, 1)
})
