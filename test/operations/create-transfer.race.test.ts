import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient } from '../support/vault/api-client.ts'
import { randomNumbers, shuffled } from '../support/vault/random.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)

const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const source = await records.fboAccount(organizationId)
const destination = await records.fboAccount(organizationId)

const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient

function transfer(turn: number, itemIds: readonly string[], from = source, to = destination) {
  return clientOf(turn).post('/v1/transfers', {
    token,
    body: {
      fromFboAccountId: from,
      toFboAccountId: to,
      items: itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
    },
  })
}

test('of 64 requests for one item, one gets it and 63 learn which', async () => {
  // Several rounds: in the first, the services still open their connections and hardly race.
  for (const itemId of await records.inventoryItems(organizationId, source, 5)) {
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, turn) => transfer(turn, [itemId])),
    )
    const winners = responses.filter(({ status }) => status === 201)
    assert.equal(winners.length, 1)
    const batchId = winners[0]?.body.data.id
    for (const { status, body } of responses.filter((response) => response !== winners[0])) {
      assert.equal(status, 409)
      assert.equal(body.code, 'item_not_in_vault')
      assert.equal(body.errors.length, 1)
      assert.equal(body.errors[0].activeTransferId, batchId)
    }
    const batches = await sql`
      select id from transfer_batches where ${itemId} = any(item_ids)`
    assert.deepEqual([...batches], [{ id: batchId }])
    assert.equal((await records.item(itemId)).activeTransferId, batchId)
  }
})

test('200 transfers over overlapping items in any order: each is complete, each item is in one', async (t) => {
  const before = await retries()
  const itemIds = await records.inventoryItems(organizationId, source, 600)
  const random = randomNumbers(20_260_101)
  const wanted = Array.from({ length: 200 }, () => shuffled(itemIds, random).slice(0, 20))
  const responses = await Promise.all(wanted.map((ids, turn) => transfer(turn, ids)))

  const batchOf = new Map<string, string>()
  responses.forEach(({ status, body, text }, turn) => {
    assert.ok(status === 201 || status === 409, text)
    if (status !== 201) return
    for (const itemId of wanted[turn] as string[]) {
      assert.ok(!batchOf.has(itemId), `${itemId} was promised twice`)
      batchOf.set(itemId, body.data.id)
    }
  })
  assert.ok(batchOf.size >= 20)
  responses.forEach(({ status, body }, turn) => {
    if (status === 201) return
    assert.equal(body.code, 'item_not_in_vault')
    assert.ok(body.errorsTotal >= 1)
    for (const { pointer, inventoryItemId, activeTransferId, itemStatus } of body.errors) {
      const index = wanted[turn]?.indexOf(inventoryItemId)
      assert.equal(pointer, `/items/${index}/inventoryItemId`)
      assert.equal(itemStatus, 'transfer_pending')
      assert.equal(activeTransferId, batchOf.get(inventoryItemId), 'a blocker that holds the item')
    }
  })
  const claims = await sql<{ id: string; activeTransferId: string }[]>`
    select id, active_transfer_id from inventory_items
    where id = any(${itemIds}::text[]) and active_transfer_id is not null`
  const claimed = new Map(claims.map((row) => [row.id, row.activeTransferId]))
  assert.deepEqual(claimed, batchOf)
  const entries = await sql<{ id: string; batch: string }[]>`
    select listed.id, batch.id as batch
    from transfer_batches as batch cross join unnest(item_ids) as listed (id)
    where listed.id = any(${itemIds}::text[])`
  assert.equal(entries.length, batchOf.size)
  for (const { id, batch } of entries) assert.equal(batch, batchOf.get(id))
  t.diagnostic(`winners: ${batchOf.size / 20} of 200`)
  assert.equal((await retries()) - before, 0, 'items are locked in one order: no deadlocks')
})

test('concurrent updates of different members of one account are all kept', async () => {
  const id = await records.fboAccount(organizationId)
  for (let round = 0; round < 20; round += 1) {
    const sent = {
      firstName: `First ${round}`,
      lastName: `Last ${round}`,
      email: `round${round}@example.com`,
      phone: `+46 8 555 0${100 + round}`,
      businessName: `Business ${round}`,
    }
    const updates = Object.entries(sent).map(([member, value], turn) =>
      clientOf(turn).patch(`/v1/fbo-accounts/${id}`, { token, body: { [member]: value } }),
    )
    for (const { status } of await Promise.all(updates)) assert.equal(status, 200)
    const { data } = (await clientOf(round).get(`/v1/fbo-accounts/${id}`, { token })).body
    const { firstName, lastName, email, phone, businessName } = data
    assert.deepEqual({ firstName, lastName, email, phone, businessName }, sent)
  }
})

test('transfers both ways, account updates and the primary flag do not deadlock', async (t) => {
  const before = await retries()
  const accounts = [source, destination]
  const itemsOf = await Promise.all(
    accounts.map((account) => records.inventoryItems(organizationId, account, 100)),
  )
  const transfers = Array.from({ length: 100 }, (_, turn) => {
    const [from, to] = turn % 2 === 0 ? accounts : accounts.toReversed()
    const first = turn - (turn % 2)
    const items = itemsOf[turn % 2]?.slice(first, first + 2) as string[]
    return transfer(Math.floor(turn / 2), items.toReversed(), from, to)
  })
  const updates = Array.from({ length: 100 }, (_, turn) =>
    clientOf(turn).patch(`/v1/fbo-accounts/${accounts[Math.floor(turn / 2) % 2]}`, {
      token,
      body: { lastName: `Update ${turn}` },
    }),
  )
  const [responses] = await Promise.all([
    Promise.all([...transfers, ...updates]),
    swapPrimary(source, destination, 50),
  ])
  for (const { status, text } of responses) assert.ok(status === 201 || status === 200, text)
  const retried = (await retries()) - before
  t.diagnostic(`retries: ${retried}`)
  assert.equal(retried, 0)
})

/**
 * Makes one account primary, then the other, that many times. It locks both first, as the service
 * does: the event of a changed account takes a lock that all of the organization's changes need.
 */
async function swapPrimary(one: string, another: string, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const [next, last] = turn % 2 === 0 ? [one, another] : [another, one]
    await sql.begin(async (tx) => {
      await tx`
        select from fbo_accounts
        where organization_id = ${organizationId} and id in (${one}, ${another})
        order by id for no key update`
      await tx`update fbo_accounts set is_primary = false where id = ${last}`
      await tx`update fbo_accounts set is_primary = true where id = ${next}`
    })
  }
}
