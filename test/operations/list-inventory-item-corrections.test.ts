import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const account = await records.fboAccount(organizationId)

test('an item that nobody corrected has no corrections', async () => {
  const id = await records.inventoryItem(organizationId, account)
  const { status, body } = await api.get(`/v1/inventory-items/${id}/corrections`, { token })
  assert.equal(status, 200)
  assert.deepEqual(body, { data: [], pagination: { page: 1, hasMore: false } })
})
