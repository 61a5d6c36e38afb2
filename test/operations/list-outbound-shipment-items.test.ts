import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
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

test("Pages of a shipment's items are exact: 25 by default, up to 100, empty past the end", async () => {
  const itemIds = (await setup.items(101)).toReversed()
  const id = await setup.create(itemIds)
  const page = async (query: string) => {
    const { data, pagination } = (await list(id, query)).body
    return {
      ids: data.map((item: { inventoryItemId: string }) => item.inventoryItemId),
      pagination,
    }
  }
  const expected = (from: number, to: number, number: number, hasMore: boolean) => ({
    ids: itemIds.slice(from, to),
    pagination: { page: number, hasMore },
  })
  assert.deepEqual(await page(''), expected(0, 25, 1, true))
  assert.deepEqual(await page('?page=5'), expected(100, 101, 5, false))
  assert.deepEqual(await page('?limit=100'), expected(0, 100, 1, true))
  assert.deepEqual(await page('?limit=100&page=2'), expected(100, 101, 2, false))
  assert.deepEqual(await page('?page=6'), expected(0, 0, 6, false))
  assert.deepEqual(await page('?page=999999999999999'), expected(0, 0, 999_999_999_999_999, false))
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

test('An unknown, malformed or foreign shipment id is not found', async () => {
  const stranger = await ShipmentSetup.open(vault)
  const foreign = await stranger.create(await stranger.items(1))
  for (const id of ['ship_nobody', foreign, 'a%00', 'x'.repeat(65)]) {
    const response = await withoutWriting(records, () => api.get(pathOf(id), { token }))
    assertRefused(response, {
      status: 404,
      code: 'outbound_shipment_not_found',
      detail: 'The organization has no outbound shipment with this id: check the id.',
      instance: pathOf(id),
    })
  }
})

test('An invalid page number and an unknown parameter are refused', async () => {
  const id = await setup.create(await setup.items(1))
  const response = await withoutWriting(records, () =>
    api.get(`${pathOf(id)}?limit=101&status=packing`, { token }),
  )
  const unknown = 'status is not a query parameter of this operation. It has: page, limit, cursor.'
  assertRefused(response, {
    status: 400,
    code: 'invalid_request',
    instance: pathOf(id),
    errors: [
      { pointer: '/status', in: 'query', code: 'unknown_parameter', detail: unknown },
      {
        pointer: '/limit',
        in: 'query',
        code: 'invalid_parameter',
        detail: 'limit must be a whole number from 1 to 100.',
      },
    ],
  })
})
