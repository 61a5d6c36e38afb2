import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator
const ship = (id: string, body?: object) =>
  api.post(`/v1/outbound-shipments/${id}/ship`, body === undefined ? { token } : { token, body })

const valid = { carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' }

test('service is optional', async () => {
  const id = await setup.bring('approved', 'plain', await setup.items(1))
  const { carrier, trackingNumber } = valid
  const { status, body } = await ship(id, { carrier, trackingNumber })
  assert.equal(status, 200)
  const { data } = body
  assert.deepEqual(
    [data.carrier, data.service, data.trackingNumber],
    [carrier, null, trackingNumber],
  )
})

test('carrier, service and trackingNumber may have 100 characters, counted in code points', async () => {
  const long = '🏛'.repeat(100)
  const id = await setup.bring('approved', 'plain', await setup.items(1))
  const response = await ship(id, { carrier: long, service: long, trackingNumber: long })
  assert.equal(response.status, 200, response.text)
  const { carrier, service, trackingNumber } = response.body.data
  assert.deepEqual([carrier, service, trackingNumber], [long, long, long])
})

test('Shipped items stay in their account and cannot be claimed any more', async () => {
  const itemIds = await setup.items(2)
  const id = await setup.bring('approved', 'plain', itemIds)
  const { data } = (await ship(id, valid)).body
  assert.equal(typeof data.shippedAt, 'number')
  assert.ok(Math.abs(data.shippedAt - Date.now()) < 60_000)
  for (const itemId of itemIds) {
    const { status, fboAccountId, activeShipmentId } = await records.item(itemId)
    assert.deepEqual(
      [status, fboAccountId, activeShipmentId],
      ['shipped', setup.fboAccountId, null],
    )
  }
  const body = { fboAccountId: setup.fboAccountId, items: claimOf(itemIds) }
  const response = await withoutWriting(records, () =>
    api.post('/v1/outbound-shipments', { token, body }),
  )
  assert.equal(response.body.code, 'item_not_in_vault')
  assert.equal(response.body.errors[0].itemStatus, 'shipped')
})

test('A shipped shipment is listed with six members, shippedAt in milliseconds', async () => {
  const id = await setup.bring('shipped', 'plain', await setup.items(1))
  const reported = await setup.shipment(id)
  const { body } = await api.get('/v1/outbound-shipments?status=shipped&limit=1', { token })
  const { fboAccountId, organizationId, status, shippedAt, createdAt } = reported
  assert.equal(
    JSON.stringify(body.data[0]),
    JSON.stringify({ id, fboAccountId, organizationId, status, shippedAt, createdAt }),
  )
})
