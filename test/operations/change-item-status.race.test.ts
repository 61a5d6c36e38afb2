import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient, ApiResponse } from '../support/vault/api-client.ts'
import { SHOWN_STATUS } from '../support/vault/records.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer. What a request finds
// that waited for its item is in claims.waits.race.test.ts.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)
const { organizationId, token } = await records.owner()
const source = await records.fboAccount(organizationId)
const destination = await records.fboAccount(organizationId)
const ROUNDS = 40

const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient

function claim(turn: number, itemIds: readonly string[]): Promise<ApiResponse> {
  const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const body = { fromFboAccountId: source, toFboAccountId: destination, items }
  return clientOf(turn).post('/v1/transfers', { token, body })
}

function ask(turn: number, id: string, verb: string): Promise<ApiResponse> {
  const body = { reason: `Turn ${turn}` }
  return clientOf(turn).post(`/v1/inventory-items/${id}/${verb}`, { token, body })
}

const kindsOf = async (id: string) => {
  const rows = await sql`
    select number, kind from inventory_movements where inventory_item_id = ${id} order by number`
  return rows.map(({ number, kind }) => `${number} ${kind}`)
}

const RACES = [
  { verb: 'withdraw', status: 'withdrawn', kind: 'withdrawn', allowed: [] },
  { verb: 'hold', status: 'on_hold', kind: 'held', allowed: ['release'] },
]

for (const { verb, status, kind } of RACES) {
  test(`of a claim and a ${verb} at once one gets each item, and the refusal of the other is true`, async (t) => {
    const before = await retries()
    const wins = { claim: 0, verb: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      const itemIds = await records.inventoryItems(organizationId, source, 5)
      // The verb changes one item of a claim of five: if it wins, the claim loses all five.
      const contested = itemIds[round % 5] as string
      const both = [() => claim(round, itemIds.toReversed()), () => ask(round + 1, contested, verb)]
      const order = round % 4 < 2 ? both : both.toReversed()
      const responses = await Promise.all(order.map((send) => send()))
      const [claimed, changed] = order === both ? responses : responses.toReversed()
      assert.ok(claimed !== undefined && changed !== undefined)
      const item = await records.item(contested)
      const rows = await sql`
        select ${sql.raw(SHOWN_STATUS)} as status from inventory_items
        where id = any(${itemIds}::text[]) and id <> ${contested}`
      const others = rows.map((row) => row.status)
      if (claimed.status === 201) {
        wins.claim += 1
        const batchId = claimed.body.data.id
        assert.equal(changed.status, 409)
        const { code, currentStatus, allowed, activeTransferId } = changed.body
        assert.deepEqual(
          [code, currentStatus, allowed, activeTransferId],
          ['invalid_state_transition', 'transfer_pending', [], batchId],
        )
        assert.equal(item.activeTransferId, batchId)
        assert.deepEqual(await kindsOf(contested), ['1 imported', '2 transfer_created'])
        assert.deepEqual(others, Array(4).fill('transfer_pending'))
      } else {
        wins.verb += 1
        assert.equal(claimed.status, 409)
        assert.equal(changed.status, 200, changed.text)
        assert.equal(claimed.body.errorsTotal, 1)
        const { code, inventoryItemId, itemStatus, activeTransferId } = claimed.body.errors[0]
        assert.deepEqual(
          [code, inventoryItemId, itemStatus, activeTransferId],
          ['item_not_in_vault', contested, status, undefined],
        )
        assert.equal(item.status, status)
        assert.deepEqual(await kindsOf(contested), ['1 imported', `2 ${kind}`])
        assert.deepEqual(others, Array(4).fill('in_vault'))
      }
    }
    t.diagnostic(`claims won ${wins.claim}, ${verb} won ${wins.verb}`)
    assert.equal((await retries()) - before, 0, 'no deadlocks')
  })
}

test('of 32 requests to hold or withdraw one item one succeeds, and the others report its result', async () => {
  for (const id of await records.inventoryItems(organizationId, source, 5)) {
    const responses = await Promise.all(
      Array.from({ length: 32 }, (_, turn) => ask(turn, id, turn % 4 < 2 ? 'hold' : 'withdraw')),
    )
    const winners = responses.filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    const [winner] = winners as [ApiResponse]
    const { status, holdReason } = winner.body.data
    const race = RACES.find((row) => row.status === status)
    for (const { status: responded, body } of responses.filter((one) => one !== winner)) {
      assert.equal(responded, 409)
      assert.equal(body.code, 'invalid_state_transition')
      assert.deepEqual([body.currentStatus, body.allowed], [status, race?.allowed])
    }
    const item = await records.item(id)
    assert.deepEqual([item.status, item.holdReason], [status, holdReason])
    assert.deepEqual(await kindsOf(id), ['1 imported', `2 ${race?.kind}`])
  }
})
