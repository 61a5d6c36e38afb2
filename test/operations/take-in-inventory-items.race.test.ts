import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients } = await startTwoProcesses(vault)
const { organizationId, token } = await records.owner()
const fboAccountId = await records.fboAccount(organizationId)

const PATH = '/v1/inventory-items'
const CALLERS = 50

const post = (turn: number, path: string, body: object) =>
  (clients[turn % clients.length] as ApiClient).post(path, { token, body })

const holdersOf = async (value: string) =>
  await sql`
    select inventory_item_id from inventory_item_identifiers
    where organization_id = ${organizationId} and value_folded = ${value} and is_present`

test('Of 50 callers with the same identifier one gets it, and the others learn who', async () => {
  for (let round = 0; round < 5; round += 1) {
    const value = `n${round}`
    const responses = await Promise.all(
      Array.from({ length: CALLERS }, (_, turn) => {
        const identifiers = [{ scheme: 'serial', value: `N ${round}${' '.repeat(turn % 3)}` }]
        return post(turn, PATH, { fboAccountId, identifiers })
      }),
    )
    const [winner, ...more] = responses.filter(({ status }) => status === 201)
    assert.ok(winner !== undefined && more.length === 0)
    for (const { status, body } of responses.filter((response) => response !== winner)) {
      assert.equal(status, 409)
      assert.equal(body.code, 'identifier_taken')
      assert.equal(body.errors[0].inventoryItemId, winner.body.data.id)
    }
    assert.deepEqual([...(await holdersOf(value))], [{ inventoryItemId: winner.body.data.id }])
  }
})

test('Lists that share identifiers in another order end, each taken in whole or refused', async () => {
  const values = Array.from({ length: 20 }, (_, index) => `list ${index}`)
  const responses = await Promise.all(
    Array.from({ length: CALLERS }, (_, turn) => {
      const own = turn % 2 === 0 ? values : values.toReversed()
      const items = own
        .slice(turn % 7)
        .map((value) => ({ fboAccountId, identifiers: [{ scheme: 'sku', value }] }))
      return post(turn, PATH, { items })
    }),
  )
  const statuses = new Set(responses.map(({ status }) => status))
  assert.deepEqual([...statuses].toSorted(), [201, 409])
  for (const value of values) {
    assert.ok((await holdersOf(value.replaceAll(' ', ''))).length <= 1)
  }
})

test('Of an intake and the withdrawal of the holder at once, both are true', async () => {
  const came = { again: 0, refused: 0 }
  for (let round = 0; round < 40; round += 1) {
    const identifiers = [{ scheme: 'bar', value: `${round}` }]
    const first = await post(round, PATH, { fboAccountId, identifiers })
    const { id } = first.body.data
    const [left, back] = await Promise.all([
      post(round, `${PATH}/${id}/withdraw`, { reason: 'Collected' }),
      post(round + 1, PATH, { fboAccountId, identifiers }),
    ])
    assert.equal(left?.status, 200)
    if (back?.status === 201) came.again += 1
    else {
      assert.equal(back?.body.code, 'identifier_taken', back?.text)
      came.refused += 1
    }
    assert.equal((await holdersOf(`${round}`)).length, 1)
  }
  assert.equal(came.again + came.refused, 40)
})
