import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { claimOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator
const approved = await setup.bring('approved', 'plain', await setup.items(1))

const ship = (id: string, body?: object) =>
  api.post(`/v1/outbound-shipments/${id}/ship`, body === undefined ? { token } : { token, body })

async function refused(
  body: object,
  code: RefusalCode,
  errors: readonly { pointer: string; code: string; detail: string }[],
) {
  const response = await withoutWriting(records, () => ship(approved, body))
  const instance = `/v1/outbound-shipments/${approved}/ship`
  assertRefused(response, { status: 400, code, instance, errors })
}

const valid = { carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' }

test('carrier and trackingNumber are required, service is optional', async () => {
  await refused({}, 'invalid_request', [
    { pointer: '/carrier', code: 'required', detail: 'carrier is missing: send it.' },
    { pointer: '/trackingNumber', code: 'required', detail: 'trackingNumber is missing: send it.' },
  ])
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

test('carrier, service and trackingNumber have 1 to 100 storable characters', async () => {
  for (const member of ['carrier', 'service', 'trackingNumber']) {
    for (const [value, code, sentence] of [
      ['', 'too_short', 'must have 1 to 100 characters.'],
      ['x'.repeat(101), 'too_long', 'must have 1 to 100 characters.'],
      [null, 'invalid_type', 'must be a string.'],
      [7, 'invalid_type', 'must be a string.'],
      ['a\u0000', 'invalid_format', 'must not contain U+0000 or an unpaired surrogate.'],
    ] as const) {
      const violation = { pointer: `/${member}`, code, detail: `${member} ${sentence}` }
      await refused({ ...valid, [member]: value }, 'invalid_request', [violation])
    }
  }
  const long = '🏛'.repeat(100)
  const id = await setup.bring('approved', 'plain', await setup.items(1))
  const response = await ship(id, { carrier: long, service: long, trackingNumber: long })
  assert.equal(response.status, 200, response.text)
  const { carrier, service, trackingNumber } = response.body.data
  assert.deepEqual([carrier, service, trackingNumber], [long, long, long])
})

test('Other members are refused, also those that ship sets itself', async () => {
  for (const member of ['status', 'shippedAt', 'reason']) {
    await refused({ ...valid, [member]: 'shipped' }, 'unknown_field', [
      {
        pointer: `/${member}`,
        code: 'unknown_field',
        detail: `${member} is not accepted by this operation: leave it out.`,
      },
    ])
  }
})

test('ship needs a body, and the request is checked before the shipment', async () => {
  const empty = await withoutWriting(records, () => ship(approved))
  assert.deepEqual([empty.status, empty.body.code], [400, 'malformed_json'])
  const unknown = await withoutWriting(records, () => ship('ship_nobody', {}))
  assert.equal(unknown.status, 400)
  const packing = await setup.create(await setup.items(1))
  assert.equal((await withoutWriting(records, () => ship(packing, {}))).status, 400)
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
