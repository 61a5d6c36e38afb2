import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { QueueOverrun } from '../../src/database/batching/fair-queue.ts'
import { StatementQueue } from '../../src/database/batching/statement-queue.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { waitingForLocks } from '../support/vault/lock-wait.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

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
  // On a slow machine, what is blocked waits longer.
  const waits = { DATABASE_LOCK_TIMEOUT_MS: 60_000, DATABASE_QUEUE_TIMEOUT_MS: 60_000 }
  const { api, records, sql } = await openOwnVault({
    ...waits,
    DATABASE_STATEMENT_TIMEOUT_MS: 60_000,
  })
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

// Reads that two organizations ask for at once, and the table that their statements wait for here.
const PERIOD = 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z'
for (const [what, table, path, connections] of [
  ['Statements', 'inventory_stays', `/statement?${PERIOD}`, 2],
  ['Lines of statements', 'inventory_stays', `/statement/lines?${PERIOD}&limit=`, 2],
  ['Holdings of a past moment', 'inventory_stays', '/holdings?asOf=2026-01-01T00:00:00Z&limit=', 2],
  ['Searches', 'search_texts', '/v1/search?q=grqded%20cqrd', 2],
  ['Lists by words', 'search_texts', '/v1/inventory-items?q=graded&limit=', 2],
  ['Names of records', 'revaluations', '/v1/inventory-items?include=names&limit=', 1],
] as const) {
  test(`${what} of two organizations leave connections to everybody else`, async () => {
    const { api, records, sql } = await openVault()
    const { token, organizationId } = await records.owner()
    const accountId = await records.fboAccount(organizationId)
    const askers = await Promise.all([1, 2].map(() => asker(path)))
    const { asked } = await sql.begin(async (tx) => {
      await tx`lock table ${tx(table)} in access exclusive mode`
      const asked = askers.flatMap((ask) => [1, 2, 3, 4, 5, 6, 7, 8].map(ask))
      await eventually(
        async () => (await waitingForLocks(sql)).length === connections,
        'as many to wait as may',
      )
      const account = `/v1/fbo-accounts/${accountId}`
      const { token: fresh } = await records.token(organizationId)
      for (const by of [token, fresh]) {
        for (const one of [account, '/v1/fbo-accounts', '/v1/transfers', '/v1/people'])
          assert.equal((await api.get(one, { token: by })).status, 200, one)
        const { status } = await api.patch(account, { token: by, body: { firstName: 'Ada' } })
        assert.equal(status, 200)
      }
      assert.equal((await waitingForLocks(sql)).length, connections)
      return { asked }
    })
    const statuses = new Set((await Promise.all(asked)).map(({ status }) => status))
    assert.deepEqual([...statuses], [200])
  })
}

/** Asks for a path as a new organization: one of an account of its own, or one of all. */
async function asker(path: string) {
  const { api, records } = await openVault()
  const { token, organizationId } = await records.owner()
  const accountId = await records.fboAccount(organizationId)
  await records.inventoryItem(organizationId, accountId)
  const whole = path.startsWith('/v1') ? path : `/v1/fbo-accounts/${accountId}${path}`
  // Requests for the same page would share it.
  return (limit: number) => api.get(whole.endsWith('=') ? whole + limit : whole, { token })
}
