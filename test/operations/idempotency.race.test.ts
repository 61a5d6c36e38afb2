import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient, ApiResponse } from '../support/vault/api-client.ts'
import { randomNumbers, shuffled } from '../support/vault/random.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)

const { organizationId, token } = await records.owner()
const fromFboAccountId = await records.fboAccount(organizationId)
const toFboAccountId = await records.fboAccount(organizationId)

function transfer(turn: number, key: string, itemIds: readonly string[]): Promise<ApiResponse> {
  const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const client = clients[turn % clients.length] as ApiClient
  const body = { fromFboAccountId, toFboAccountId, items }
  return client.post('/v1/transfers', { token, body, headers: { 'Idempotency-Key': key } })
}

/** Retries while another request under the key is in progress. */
async function insisting(turn: number, key: string, itemIds: string[]): Promise<ApiResponse> {
  const response = await transfer(turn, key, itemIds)
  if (response.body.code !== 'idempotency_in_progress') return response
  assert.equal(response.status, 409)
  assert.equal(response.headers.get('retry-after'), '1')
  return await insisting(turn + 1, key, itemIds)
}

async function batchesOf(key: string): Promise<string[]> {
  const rows = await sql`select id from transfer_batches where idempotency_key = ${key}`
  return rows.map(({ id }) => id)
}

test('of 50 requests under one key, one runs and all others get its response', async (t) => {
  let inProgress = 0
  for (const itemId of await records.inventoryItems(organizationId, fromFboAccountId, 10)) {
    const key = `for-${itemId}`
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => transfer(turn, key, [itemId])),
    )
    const carriedOut = responses.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
    )
    assert.equal(carriedOut.length, 1)
    const first = carriedOut[0] as ApiResponse
    for (const [turn, { status, body, text }] of responses.entries()) {
      if (status === 201) {
        assert.equal(text, first.text)
        continue
      }
      inProgress += 1
      assert.equal(body.code, 'idempotency_in_progress', text)
      assert.equal((await insisting(turn, key, [itemId])).text, first.text)
    }
    assert.deepEqual(await batchesOf(key), [first.body.data.id])
  }
  t.diagnostic(`${inProgress} of 500 were refused because one was in progress`)
})

test('of 50 different requests under one key, one runs and the others are refused', async () => {
  const itemIds = await records.inventoryItems(organizationId, fromFboAccountId, 50)
  const responses = await Promise.all(
    itemIds.map((itemId, turn) => insisting(turn, 'one-for-all', [itemId])),
  )
  assert.equal(responses.filter(({ status }) => status === 201).length, 1)
  for (const { status, body, text } of responses) {
    if (status !== 201) assert.equal(body.code, 'idempotency_key_reused', text)
  }
  assert.equal((await batchesOf('one-for-all')).length, 1)
})

test('200 overlapping transfers, each sent three times, make one batch per key or a refusal, without deadlock', async (t) => {
  const before = await retries()
  const itemIds = await records.inventoryItems(organizationId, fromFboAccountId, 300)
  const random = randomNumbers(20_261_122)
  const wanted = Array.from({ length: 200 }, () => shuffled(itemIds, random).slice(0, 5))
  const responses = await Promise.all(
    wanted.flatMap((ids, place) =>
      [0, 1, 2].map((time) => insisting(place + time, `overlap-${place}`, ids)),
    ),
  )
  const holders = new Map<string, string>()
  for (const [place, ids] of wanted.entries()) {
    const three = responses.slice(3 * place, 3 * place + 3)
    const texts = new Set(three.filter(({ status }) => status === 201).map(({ text }) => text))
    assert.ok(texts.size <= 1, 'one response for one key')
    const [batch] = await batchesOf(`overlap-${place}`)
    if (texts.size === 1) {
      assert.ok([...texts][0]?.includes(batch as string))
      for (const id of ids) {
        assert.ok(!holders.has(id), `${id} was promised twice`)
        holders.set(id, batch as string)
      }
    } else {
      assert.equal(batch, undefined)
    }
    for (const { status, body, text } of three) {
      if (status !== 201) assert.equal(body.code, 'item_not_in_vault', text)
    }
  }
  const claims = await sql`
    select id, active_transfer_id from inventory_items
    where id = any(${itemIds}::text[]) and active_transfer_id is not null`
  assert.deepEqual(new Map(claims.map((row) => [row.id, row.activeTransferId])), holders)
  const [kept] = await sql`select count(*)::integer as keys from idempotency_keys
    where key like 'overlap-%'`
  assert.equal(kept?.keys, holders.size / 5)
  t.diagnostic(`${holders.size / 5} of 200 were carried out`)
  assert.equal((await retries()) - before, 0, 'items are locked in one order: no deadlocks')
})
