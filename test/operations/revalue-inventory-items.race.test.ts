import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient, ApiResponse } from '../support/vault/api-client.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Two processes over one database: values change while items are claimed, moved and sent away.
const vault = await openOwnVault()
const { records, sql } = vault
const { clients } = await startTwoProcesses(vault)
const setup = await TransferSetup.open(vault)
const { organizationId, creator, approver, source, destination } = setup
const ROUNDS = 25

const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient
const post = (turn: number, path: string, token: string, body: object) =>
  clientOf(turn).post(path, { token, body })

const revalue = (turn: number, ids: readonly string[], declaredValueCents: string) => {
  const items = ids.map((inventoryItemId) => ({ inventoryItemId, declaredValueCents }))
  const body = { items, reason: `Turn ${turn}` }
  return post(turn, '/v1/inventory-items/revalue', approver.token, body)
}

const claim = (turn: number, ids: readonly string[]) => {
  const items = ids.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const body = { fromFboAccountId: source, toFboAccountId: destination, items }
  return post(turn, '/v1/transfers', creator.token, body)
}

const statuses = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status)

/** The values of an item, each change with the one before it. */
async function chainOf(id: string): Promise<string[]> {
  const rows = await sql`
    select from_value_cents, to_value_cents from inventory_valuations
    where inventory_item_id = ${id} order by number`
  for (const [place, row] of rows.entries()) {
    if (place > 0) assert.equal(row.fromValueCents, rows[place - 1]?.toValueCents)
  }
  return rows.map(({ toValueCents }) => toValueCents as string)
}

test('Of revaluations at once each starts from the value of the one before', async () => {
  const ids = await setup.items(5, '100')
  const values = Array.from({ length: 20 }, (_, place) => String(1_000 + place))
  const responses = await Promise.all(
    values.map((cents, turn) => revalue(turn, turn % 2 === 0 ? ids : ids.toReversed(), cents)),
  )
  assert.deepEqual(new Set(statuses(responses)), new Set([200]))
  for (const id of ids) {
    const chain = await chainOf(id)
    assert.deepEqual(chain.toSorted(), values)
    assert.equal((await records.item(id)).declaredValueCents, chain.at(-1))
  }
})

test('A claim, its approval and revaluations all succeed, and what is approved has one value', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = await setup.items(3, '100')
    const [claimed, first] = await Promise.all([
      claim(round, ids.toReversed()),
      revalue(round + 1, ids, '200'),
    ])
    assert.deepEqual(statuses([claimed, first]), [201, 200])
    const path = `/v1/transfers/${claimed.body.data.id}/approve`
    const responses = await Promise.all([
      revalue(round, ids, '300'),
      post(round + 1, path, approver.token, {}),
    ])
    assert.deepEqual(statuses(responses), [200, 200])
    for (const id of ids) {
      const { fboAccountId, declaredValueCents } = await records.item(id)
      assert.deepEqual([fboAccountId, declaredValueCents], [destination, '300'])
    }
  }
})

test('Of a shipment that leaves and a revaluation, the later sees the earlier', async () => {
  let refused = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = await setup.items(2, '100')
    const items = ids.map((inventoryItemId) => ({ inventoryItemId }))
    const body = { fboAccountId: source, items }
    const created = await post(round, '/v1/outbound-shipments', creator.token, body)
    const path = `/v1/outbound-shipments/${created.body.data.id}`
    for (const verb of ['inspect', 'submit', 'approve']) {
      await post(round, `${path}/${verb}`, approver.token, {})
    }
    const carriage = { carrier: 'Brinks', trackingNumber: `BX ${round}` }
    const send = [
      () => post(round, `${path}/ship`, approver.token, carriage),
      () => revalue(round + 1, ids, '200'),
    ]
    const order = round % 2 === 0 ? send : send.toReversed()
    const responses = await Promise.all(order.map((one) => one()))
    const [shipped, revalued] = order === send ? responses : responses.toReversed()
    assert.ok(shipped !== undefined && revalued !== undefined)
    assert.equal(shipped.status, 200, shipped.text)
    if (revalued.status === 409) {
      refused += 1
      assert.equal(revalued.body.code, 'item_left_vault')
    } else assert.equal(revalued.status, 200, revalued.text)
    const value = revalued.status === 409 ? '100' : '200'
    for (const id of ids) assert.equal((await records.item(id)).declaredValueCents, value)
  }
  assert.ok(refused < ROUNDS, 'a revaluation was first now and then')
})

test('One of two decisions about a revaluation wins, and an approval sees other values', async () => {
  await setup.decide({ revaluationMaxCents: '1000' })
  for (let round = 0; round < ROUNDS; round += 1) {
    const [id = ''] = await setup.items(1, '100')
    const items = [{ inventoryItemId: id, declaredValueCents: '5000' }]
    const requested = await post(round, '/v1/inventory-items/revalue', creator.token, {
      items,
      reason: 'Appraised',
    })
    assert.equal(requested.status, 202, requested.text)
    const path = `/v1/revaluations/${requested.body.data.id}`
    const [approved, other] = await Promise.all([
      post(round, `${path}/approve`, approver.token, {}),
      round % 2 === 0
        ? post(round + 1, `${path}/reject`, approver.token, { reason: 'No' })
        : revalue(round + 1, [id], '101'),
    ])
    const value = (await records.item(id)).declaredValueCents
    if (round % 2 === 0) {
      assert.deepEqual(statuses([approved, other]).toSorted(), [200, 409])
      assert.equal(value, approved.status === 200 ? '5000' : '100')
    } else if (approved.status === 200) assert.ok([200, 202].includes(other.status), other.text)
    else {
      assert.equal(approved.body.code, 'revaluation_outdated')
      assert.equal(value, '101')
    }
    await chainOf(id)
  }
})

test('After all of it, the values add up to their history', async () => {
  await assertConsistent(sql, organizationId)
  const verified = await runCommand(['verify'], { DATABASE_URL: databaseUrlOf(vault.connection) })
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
})
