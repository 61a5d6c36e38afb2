import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { QueueOverrun } from '../../src/database/batching/fair-queue.ts'
import { StatementQueue } from '../../src/database/batching/statement-queue.ts'
import { openVault } from '../support/vault/vault.ts'

// Statements that organizations run in turns, and batched statements next to them.

const LIMITS = {
  runningMax: 10,
  runningOfAllMax: 6,
  runningOfOneMax: 5,
  waitingMax: 100,
  waitTimeoutMs: 60_000,
}

function openQueue(limits: Partial<typeof LIMITS> = {}) {
  const queue = new StatementQueue({ ...LIMITS, ...limits })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (line: string | null) =>
    queue.run(line, () => {
      begun.push(line ?? 'together')
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
  const end = async (number: number) => {
    ends[number]!()
    await nextTurn()
  }
  return { queue, begun, run, end }
}

test('A busy organization leaves connections to others and to batched statements', async () => {
  const { queue, begun, run, end } = openQueue()
  const all = Array.from({ length: 20 }, () => run('loud'))
  assert.equal(begun.length, 5, 'four of ten are left to batches, one to others')
  all.push(run('quiet'), run('quiet'), run(null))
  assert.deepEqual(begun.slice(5), ['quiet', 'together'])
  await end(0)
  await end(1)
  assert.deepEqual(begun.slice(7).toSorted(), ['loud', 'quiet'], 'one of each in turn')
  for (let ended = 2; ended < all.length; ended += 1) await end(ended)
  await Promise.all(all)
  assert.equal(queue.size, 0)
})

test('Batched statements wait their turn while every connection is in use, and no longer', async () => {
  const { begun, run, end } = openQueue({ runningMax: 2, runningOfAllMax: 2, runningOfOneMax: 2 })
  const all = Array.from({ length: 5 }, () => run('loud'))
  all.push(run(null))
  await end(0)
  await end(1)
  assert.ok(begun.slice(0, 4).includes('together'), begun.join(' '))
  for (let ended = 2; ended < all.length; ended += 1) await end(ended)
  await Promise.all(all)
})

test('Past the bound, the newest statement of the busiest organization is refused', async () => {
  const { begun, run } = openQueue({ waitingMax: 3 })
  const outcomes = Array.from({ length: 12 }, () =>
    run('loud').catch((error) => {
      assert.ok(error instanceof QueueOverrun)
      return error.reason
    }),
  )
  // The queue refuses those that still wait when their time is over.
  for (const line of ['quiet', 'quiet', null]) run(line).catch(() => undefined)
  assert.equal(await outcomes[11], 'queue_full')
  assert.deepEqual(begun.slice(5), ['quiet', 'together'])
})

test('Blocked statements of one organization delay no other organization', async () => {
  const { api, records, sql } = await openVault()
  const [loud, quiet] = await Promise.all([records.organization(), records.organization()])
  const { token: loudToken } = await records.token(loud)
  const { token: quietToken } = await records.token(quiet)
  const itemId = await records.inventoryItem(loud, await records.fboAccount(loud))
  const accountId = await records.fboAccount(quiet)
  const path = `/v1/inventory-items/${itemId}/hold`
  const { held } = await sql.begin(async (tx) => {
    await tx`select from inventory_items where id = ${itemId} for update`
    const held = Array.from({ length: 50 }, () =>
      api.post(path, { token: loudToken, body: { reason: 'Why' } }),
    )
    for (let round = 0; round < 5; round += 1) {
      const one = await api.get(`/v1/fbo-accounts/${accountId}`, { token: quietToken })
      const list = await api.get('/v1/transfers', { token: quietToken })
      assert.deepEqual([one.status, list.status], [200, 200])
    }
    return { held }
  })
  const statuses = (await Promise.all(held)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 49 }, () => 409)])
})
