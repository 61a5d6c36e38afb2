import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await ShipmentSetup.open(vault)
const { organizationId, fboAccountId } = setup
const { id: tokenId } = setup.creator

test('A country that is written otherwise is refused with the right code; XK is one', async () => {
  const items = await setup.items(1)
  const recipient = { name: 'Ada', line1: 'A 1', city: 'Pejë', phone: '٣٤ ５' }
  for (const [countryCode, meant] of Object.entries({
    UK: 'GB',
    EL: 'GR',
    gb: 'GB',
    IRL: 'IE',
    DEU: 'DE',
  })) {
    const { status, body } = await setup.claim(items, { recipient: { ...recipient, countryCode } })
    assert.deepEqual([status, body.errors[0].pointer], [400, '/recipient/countryCode'])
    assert.match(body.errors[0].detail, new RegExp(`^recipient\\.countryCode must be ${meant}, `))
  }
  const { status, body } = await setup.claim(items, {
    recipient: { ...recipient, countryCode: 'XK' },
  })
  assert.deepEqual([status, body.data.recipient.phone], [201, '34 5'])
})

test('A shipment is created in packing, with the items in the order of the request', async () => {
  const [one, two, three] = (await setup.items(3)) as [string, string, string]
  const started = Date.now()
  const notes = '🏛'.repeat(2_000)
  const response = await setup.claim([three, one, two], { notes })
  assert.equal(response.status, 201)
  const { id, createdAt } = response.body.data
  assert.match(id, /^ship_[0-9a-hjkmnp-tv-z]{26}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.ok(Math.abs(Date.parse(createdAt) - started) < 60_000)
  const expected = {
    ...{ id, fboAccountId, organizationId, status: 'packing', shippedAt: null, createdAt },
    ...{ totalItems: 3, notes, createdByTokenId: tokenId },
    ...{ approvedAt: null, approvedByTokenId: null, heldAt: null, holdReason: null },
    ...{ cancelledAt: null, cancellationReason: null },
    ...{ carrier: null, service: null, trackingNumber: null, deliveredAt: null },
    ...{ signatureRequired: false, insuredValueCents: null, recipient: null, metadata: {} },
  }
  assert.equal(response.text, JSON.stringify({ data: expected }))
  assert.equal(response.headers.get('location'), `/v1/outbound-shipments/${id}`)
  assert.deepEqual(await setup.details(id), expected)
  const listed = await sql`
    select position, inventory_item_id from outbound_shipment_items
    where outbound_shipment_id = ${id} order by position`
  const places = listed.map(({ position, inventoryItemId }) => [position, inventoryItemId])
  assert.deepEqual(
    places,
    [three, one, two].map((itemId, index) => [index + 1, itemId]),
  )
})

test('The items become shipment_pending, stay in their account, and log the claim', async () => {
  const itemIds = await setup.items(2)
  const created = await setup.claim(itemIds, { notes: '' })
  const { id, notes } = created.body.data
  assert.equal(notes, '', created.text)
  for (const itemId of itemIds) {
    const item = await records.item(itemId)
    const [first, second, ...more] = await movementsOf(sql, itemId)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [item.status, item.activeShipmentId, item.activeTransferId, item.fboAccountId],
      ['shipment_pending', id, null, fboAccountId],
    )
    assert.ok((first?.at as Date) <= (second?.at as Date))
    assert.deepEqual(second, {
      ...{ number: 2, at: item.changedAt, kind: 'shipment_created' },
      ...{ fromFboAccountId: fboAccountId, fromStatus: 'in_vault' },
      ...{ toFboAccountId: fboAccountId, toStatus: 'shipment_pending' },
      ...{ transferBatchId: null, outboundShipmentId: id, tokenId, reason: null },
    })
  }
})

test('Times in a log never go back, even if the clock does', async () => {
  const [itemId] = (await setup.items(1)) as [string]
  const ahead = new Date(Date.now() + 3_600_000)
  await sql`update inventory_items set changed_at = ${ahead} where id = ${itemId}`
  const id = await setup.create([itemId])
  assert.deepEqual((await records.item(itemId)).changedAt, ahead)
  assert.equal((await setup.move(id, 'hold')).body.data.heldAt, ahead.toISOString())
})

test('A shipment may have a thousand items', async () => {
  const id = await setup.create(await setup.items(1_000))
  const { totalItems, notes } = await setup.shipment(id)
  assert.deepEqual([totalItems, notes], [1_000, null])
  assert.equal((await setup.move(id, 'cancel')).status, 200)
  await assertConsistent(sql, setup.organizationId)
})

test('Items of a cancelled shipment can be shipped again', async () => {
  const itemIds = await setup.items(2)
  const first = await setup.bring('approved', 'cancelled', itemIds)
  const second = await setup.bring('shipped', 'plain', itemIds)
  assert.notEqual(first, second)
  await assertConsistent(sql, setup.organizationId)
})
