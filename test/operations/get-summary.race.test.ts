import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const { api: otherApi } = await openOwnVault({}, { connection: vault.connection })

const PATH = '/v1/summary'
const READERS = 6

test('Readers of both processes see each change that was answered before the moment of the count', async () => {
  const { organizationId, token } = await records.owner()
  const fboAccountId = await records.fboAccount(organizationId, { maxInsuredValueCents: '100000' })
  const answeredAt: number[] = []
  const moments = new Set<string>()
  const write = async () => {
    // Until several counts were made while records changed.
    while (moments.size < 5) {
      const body = { fboAccountId, declaredValueCents: '7' }
      const to = answeredAt.length % 2 ? api : otherApi
      const response = await to.post('/v1/inventory-items', { token, body })
      assert.equal(response.status, 201)
      answeredAt.push(Date.now())
    }
  }
  const read = async (reader: number) => {
    while (moments.size < 5) {
      const { status, body, text } = await (reader % 2 ? api : otherApi).get(PATH, { token })
      assert.equal(status, 200, text)
      const { asOf, itemsByStatus, accountsNearestToMaximum } = body.data
      moments.add(asOf)
      const least = answeredAt.filter((at) => at < Date.parse(asOf)).length
      assert.ok(itemsByStatus.in_vault >= least, `${itemsByStatus.in_vault} of ${least}`)
      const cents = `${7 * itemsByStatus.in_vault}`
      assert.equal(accountsNearestToMaximum[0]?.exposureCents ?? '0', cents)
    }
  }
  await Promise.all([write(), ...Array.from({ length: READERS }, (_, reader) => read(reader))])
  for (const one of [api, otherApi]) {
    const { body } = await freshSummary(one, token)
    assert.equal(body.data.itemsByStatus.in_vault, answeredAt.length)
  }
})

test('A summary shows one moment, while transfers come and go', async () => {
  const { organizationId, token } = await records.owner()
  const permissions = ['transfer_batches:read', 'inventory_items:read'] as const
  const { token: reading } = await records.token(organizationId, permissions)
  const from = await records.fboAccount(organizationId)
  const to = await records.fboAccount(organizationId)
  const items = await records.inventoryItems(organizationId, from, 6)
  let writers = items.length
  const write = async (inventoryItemId: string) => {
    const entries = [{ inventoryItemId, reason: 'trade' }]
    const body = { fromFboAccountId: from, toFboAccountId: to, items: entries }
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
      const of = reader % 2 ? api : otherApi
      const { status, body, text } = await of.get(PATH, { token: reading })
      assert.equal(status, 200, text)
      const { itemsByStatus, pendingTransfers } = body.data
      assert.equal(pendingTransfers.oldest.length, pendingTransfers.count)
      assert.equal(itemsByStatus.transfer_pending, pendingTransfers.count)
    }
  }
  await Promise.all([...items.map(write), ...[0, 1, 2].map(read)])
})
