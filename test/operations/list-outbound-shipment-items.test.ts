import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator
const pathOf = (id: string) => `/v1/outbound-shipments/${id}/items`

async function list(id: string, query = '') {
  const response = await api.get(`${pathOf(id)}${query}`, { token })
  assert.equal(response.status, 200, response.text)
  return response
}

test('Items of a shipment are listed in the order of the request, not of their ids', async () => {
  const [one, two, three] = (await setup.items(3)) as [string, string, string]
  const id = await setup.create([two, three, one])
  const response = await list(id)
  const data = [
    { position: 1, inventoryItemId: two },
    { position: 2, inventoryItemId: three },
    { position: 3, inventoryItemId: one },
  ]
  const pagination = { page: 1, hasMore: false }
  assert.equal(response.text, JSON.stringify({ data, pagination }))
})

test('The list keeps the requested items, whatever becomes of them', async () => {
  for (const standing of ['plain', 'cancelled'] as const) {
    const itemIds = await setup.items(2)
    const id = await setup.bring(standing === 'plain' ? 'shipped' : 'packing', standing, itemIds)
    const { data } = (await list(id)).body
    const listed = data.map((item: { inventoryItemId: string }) => item.inventoryItemId)
    assert.deepEqual(listed, itemIds)
  }
})

test('An imported shipment without items lists none', async () => {
  const id = await records.outboundShipment(setup.organizationId, setup.fboAccountId)
  assert.equal((await list(id)).text, '{"data":[],"pagination":{"page":1,"hasMore":false}}')
})
