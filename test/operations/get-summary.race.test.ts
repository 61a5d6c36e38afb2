import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

// Two processes over one database keep the same counts: no event may count twice, or never.
const vault = await openVault()
const { api, records, sql } = vault
const { api: otherApi } = await openVault({}, { connection: vault.connection })

const PATH = '/v1/summary'
/** More than a summary reads without keeping the result. */
const WRITES = 200
const READERS = 6

test('Readers of both processes see each change that was answered before they asked', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const fboAccountId = await records.fboAccount(organizationId, { maxInsuredValueCents: '100000' })
  let answered = 0
  let writing = true
  const write = async () => {
    for (let n = 0; n < WRITES; n += 1) {
      const body = { fboAccountId, declaredValueCents: '7' }
      const response = await (n % 2 ? api : otherApi).post('/v1/inventory-items', { token, body })
      assert.equal(response.status, 201)
      answered += 1
    }
    writing = false
  }
  let reads = 0
  const read = async (reader: number) => {
    while (writing) {
      const least = answered
      const { status, body, text } = await (reader % 2 ? api : otherApi).get(PATH, { token })
      assert.equal(status, 200, text)
      const { itemsByStatus, accountsNearestToMaximum } = body.data
      assert.ok(itemsByStatus.in_vault >= least, `${itemsByStatus.in_vault} of ${least}`)
      const cents = `${7 * itemsByStatus.in_vault}`
      assert.equal(accountsNearestToMaximum[0]?.exposureCents ?? '0', cents)
      reads += 1
    }
  }
  await Promise.all([write(), ...Array.from({ length: READERS }, (_, reader) => read(reader))])
  assert.ok(reads >= READERS)
  const { body } = await api.get(PATH, { token })
  assert.equal(body.data.itemsByStatus.in_vault, WRITES)
})

test('A summary shows one moment, while transfers come and go', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId, [
    'transfer_batches:create',
    'transfer_batches:cancel',
  ])
  const { token: reading } = await records.token(organizationId, [
    'transfer_batches:read',
    'inventory_items:read',
  ])
  const from = await records.fboAccount(organizationId)
  const to = await records.fboAccount(organizationId)
  const items = await records.inventoryItems(organizationId, from, 6)
  let writers = items.length
  const write = async (inventoryItemId: string) => {
    const body = {
      fromFboAccountId: from,
      toFboAccountId: to,
      items: [{ inventoryItemId, reason: 'trade' }],
    }
    for (let n = 0; n < 30; n += 1) {
      const { status, body: created, text } = await api.post('/v1/transfers', { token, body })
      assert.equal(status, 201, text)
      const path = `/v1/transfers/${created.data.id}/cancel`
      assert.equal((await otherApi.post(path, { token, body: { reason: 'x' } })).status, 200)
    }
    writers -= 1
  }
  const read = async (reader: number) => {
    while (writers > 0) {
      const { status, body, text } = await (reader % 2 ? api : otherApi).get(PATH, {
        token: reading,
      })
      assert.equal(status, 200, text)
      const { itemsByStatus, pendingTransfers } = body.data
      assert.equal(pendingTransfers.oldest.length, pendingTransfers.count)
      assert.equal(itemsByStatus.transfer_pending, pendingTransfers.count)
    }
  }
  await Promise.all([...items.map(write), ...[0, 1, 2].map(read)])
})

test('First readers of both processes at once count once each, and agree', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  await records.inventoryItems(organizationId, await records.fboAccount(organizationId), 500)
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? api : otherApi).get(PATH, { token })),
  )
  for (const { status, body, text } of responses) {
    assert.equal(status, 200, text)
    assert.equal(body.data.itemsByStatus.in_vault, 500)
  }
  const kept = await sql`
    select number from organization_counts where organization_id = ${organizationId}`
  assert.equal(kept.length, 1)
})
