import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const account = await records.fboAccount(organizationId)

test('a shipment that nobody corrected has no corrections', async () => {
  const id = await records.outboundShipment(organizationId, account)
  const { status, body } = await api.get(`/v1/outbound-shipments/${id}/corrections`, { token })
  assert.equal(status, 200)
  assert.deepEqual(body, { data: [], pagination: { page: 1, hasMore: false } })
})
