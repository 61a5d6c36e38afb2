import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf, movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient } from '../support/vault/api-client.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { randomNumbers, shuffled } from '../support/vault/random.ts'
import { SHOWN_STATUS } from '../support/vault/records.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)
const setup = await ShipmentSetup.open(vault)
const { fboAccountId, organizationId } = setup
const { token } = setup.creator
const destination = await records.fboAccount(organizationId)

const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient

/** A shipment or a transfer of the items, in turns, over either service. */
function claim(turn: number, itemIds: readonly string[]) {
  const client = clientOf(Math.floor(turn / 2))
  if (turn % 2 === 0) {
    const body = { fboAccountId, items: claimOf(itemIds) }
    return client.post('/v1/outbound-shipments', { token, body })
  }
  const items = claimOf(itemIds).map((entry) => ({ ...entry, reason: 'trade' }))
  const body = { fromFboAccountId: fboAccountId, toFboAccountId: destination, items }
  return client.post('/v1/transfers', { token, body })
}

/** The winner of that turn and the status of its items, as refusals name them. */
const HOLDERS = [
  { member: 'activeShipmentId', status: 'shipment_pending', kind: 'shipment_created' },
  { member: 'activeTransferId', status: 'transfer_pending', kind: 'transfer_created' },
] as const
const holderOf = (turn: number) => HOLDERS[turn % 2] as (typeof HOLDERS)[number]

test('of 64 requests for one item, by shipments and transfers, one gets it and 63 learn which', async () => {
  // Several rounds: in the first, the services still open their connections and hardly race.
  for (const itemId of await setup.items(5)) {
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, turn) => claim(turn, [itemId])),
    )
    const winner = responses.findIndex(({ status }) => status === 201)
    const id = responses[winner]?.body.data.id
    const { member, status: itemStatus, kind } = holderOf(winner)
    for (const { status, body } of responses.filter((_, turn) => turn !== winner)) {
      assert.equal(status, 409)
      assert.equal(body.code, 'item_not_in_vault')
      const { detail, ...reported } = body.errors[0]
      const pointer = '/items/0/inventoryItemId'
      const members = { inventoryItemId: itemId, itemStatus, [member]: id }
      assert.deepEqual(reported, { pointer, code: 'item_not_in_vault', ...members })
    }
    const item = await records.item(itemId)
    assert.deepEqual([item.status, item[member]], [itemStatus, id])
    const log = (await movementsOf(sql, itemId)).map((movement) => movement.kind)
    assert.deepEqual(log, ['imported', kind])
  }
})

test('200 shipments and transfers over overlapping items: each is complete, each item is in one', async (t) => {
  const before = await retries()
  const itemIds = await setup.items(600)
  const random = randomNumbers(20_261_122)
  // Large requests that overlap in many items, and small ones whose items are free.
  const wanted = Array.from({ length: 200 }, (_, turn) =>
    shuffled(itemIds, random).slice(0, turn % 4 < 2 ? 20 : 3),
  )
  const responses = await Promise.all(wanted.map((ids, turn) => claim(turn, ids)))

  const held = new Map<string, { id: string; status: string }>()
  const won = [0, 0]
  responses.forEach(({ status, body, text }, turn) => {
    assert.ok(status === 201 || status === 409, text)
    if (status !== 201) return
    won[turn % 2] = (won[turn % 2] as number) + (wanted[turn]?.length as number)
    for (const itemId of wanted[turn] as string[]) {
      assert.ok(!held.has(itemId), `${itemId} was promised twice`)
      held.set(itemId, { id: body.data.id, status: holderOf(turn).status })
    }
  })
  responses.forEach(({ status, body }, turn) => {
    if (status === 201) return
    assert.equal(body.code, 'item_not_in_vault')
    assert.ok(body.errorsTotal >= 1)
    for (const violation of body.errors) {
      assert.equal(
        violation.pointer,
        `/items/${wanted[turn]?.indexOf(violation.inventoryItemId)}/inventoryItemId`,
      )
      const holder = {
        id: violation.activeTransferId ?? violation.activeShipmentId,
        status: violation.itemStatus,
      }
      assert.deepEqual(holder, held.get(violation.inventoryItemId), 'a blocker that holds the item')
    }
  })
  const claims = await sql<{ id: string; holder: string; status: string }[]>`
    select id, coalesce(active_transfer_id, active_shipment_id) as holder,
      ${sql.raw(SHOWN_STATUS)} as status
    from inventory_items
    where id = any(${itemIds}::text[]) and ${sql.raw(SHOWN_STATUS)} <> 'in_vault'`
  const claimed = claims.map(({ id, holder, status }) => [id, { id: holder, status }] as const)
  assert.deepEqual(new Map(claimed), held)
  assert.ok(
    won.every((count) => count > 0),
    'both kinds win some',
  )
  const [listed] = await sql<{ count: number }[]>`
    select count(*)::integer from outbound_shipment_items
    where inventory_item_id = any(${itemIds}::text[])`
  assert.equal(listed?.count, won[0], 'a refused shipment left nothing')
  t.diagnostic(`items won: ${won[0]} by shipments, ${won[1]} by transfers`)
  await assertConsistent(sql, setup.organizationId)
  assert.equal((await retries()) - before, 0, 'items are locked in one order: no deadlocks')
})

test('transfers both ways, account updates and the primary flag do not deadlock', async (t) => {
  const before = await retries()
  const accounts = [fboAccountId, destination]
  const itemsOf = await Promise.all(
    accounts.map((account) => records.inventoryItems(organizationId, account, 100)),
  )
  const transfers = Array.from({ length: 100 }, (_, turn) => {
    const [from, to] = turn % 2 === 0 ? accounts : accounts.toReversed()
    const first = turn - (turn % 2)
    const items = itemsOf[turn % 2]?.slice(first, first + 2) as string[]
    const claims = items
      .toReversed()
      .map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
    const body = { fromFboAccountId: from, toFboAccountId: to, items: claims }
    return clientOf(Math.floor(turn / 2)).post('/v1/transfers', { token, body })
  })
  const updates = Array.from({ length: 100 }, (_, turn) =>
    clientOf(turn).patch(`/v1/fbo-accounts/${accounts[Math.floor(turn / 2) % 2]}`, {
      token,
      body: { lastName: `Update ${turn}` },
    }),
  )
  const [responses] = await Promise.all([
    Promise.all([...transfers, ...updates]),
    swapPrimary(fboAccountId, destination, 50),
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
