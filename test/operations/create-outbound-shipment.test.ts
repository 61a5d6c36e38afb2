import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import {
  assertLogsWhole,
  claimOf,
  movementsOf,
  ShipmentSetup,
  UNDIRECTED,
} from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await ShipmentSetup.open(vault)
const { organizationId, fboAccountId } = setup
const { id: tokenId, token } = setup.creator
const path = '/v1/outbound-shipments'

const create = (body: object) => api.post(path, { token, body })

/** The request is refused with these errors, and nothing was written. */
async function refused(
  body: object,
  status: number,
  code: RefusalCode,
  errors: readonly Record<string, unknown>[],
) {
  const response = await withoutWriting(records, () => create(body))
  assertRefused(response, { status, code, instance: path, errors })
}

test('A shipment is created in packing, with the items in the order of the request', async () => {
  const [one, two, three] = (await setup.items(3)) as [string, string, string]
  const started = Date.now()
  const response = await create({
    fboAccountId,
    items: claimOf([three, one, two]),
    notes: 'Insure for the full value 🏛',
  })
  assert.equal(response.status, 201)
  const { id, createdAt } = response.body.data
  assert.match(id, /^ship_[0-9a-hjkmnp-tv-z]{26}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.ok(Math.abs(Date.parse(createdAt) - started) < 60_000)
  const expected = {
    id,
    fboAccountId,
    organizationId,
    status: 'packing',
    shippedAt: null,
    createdAt,
    totalItems: 3,
    notes: 'Insure for the full value 🏛',
    createdByTokenId: tokenId,
    approvedAt: null,
    approvedByTokenId: null,
    heldAt: null,
    holdReason: null,
    cancelledAt: null,
    cancellationReason: null,
    carrier: null,
    service: null,
    trackingNumber: null,
    deliveredAt: null,
    ...UNDIRECTED,
  }
  assert.equal(response.text, JSON.stringify({ data: expected }))
  assert.equal(response.headers.get('location'), `${path}/${id}`)
  assert.deepEqual(await setup.details(id), expected)
  const listed = await sql`
    select position, inventory_item_id from outbound_shipment_items
    where outbound_shipment_id = ${id} order by position`
  assert.deepEqual(
    [...listed],
    [three, one, two].map((inventoryItemId, index) => ({ position: index + 1, inventoryItemId })),
  )
})

test('The items become shipment_pending, stay in their account, and log the claim', async () => {
  const itemIds = await setup.items(2)
  const id = await setup.create(itemIds)
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
      number: 2,
      at: item.changedAt,
      kind: 'shipment_created',
      fromFboAccountId: fboAccountId,
      fromStatus: 'in_vault',
      toFboAccountId: fboAccountId,
      toStatus: 'shipment_pending',
      transferBatchId: null,
      outboundShipmentId: id,
      tokenId,
      reason: null,
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

test('notes is optional, may be empty, and has at most 2,000 characters', async () => {
  const [one, two, three] = (await setup.items(3)) as [string, string, string]
  for (const [itemId, notes, kept] of [
    [one, undefined, null],
    [two, '', ''],
    [three, '🏛'.repeat(2_000), '🏛'.repeat(2_000)],
  ] as const) {
    const response = await create({ fboAccountId, items: claimOf([itemId]), notes })
    assert.equal(response.status, 201, response.text)
    assert.equal(response.body.data.notes, kept)
  }
})

test('A shipment may have a thousand items and no more', async () => {
  const itemIds = await setup.items(1_001)
  await refused({ fboAccountId, items: claimOf(itemIds) }, 400, 'too_many_items', [
    {
      pointer: '/items',
      code: 'too_many_items',
      detail: 'items must have at most 1000 entries: split the request.',
    },
  ])
  const id = await setup.create(itemIds.slice(1))
  assert.equal((await setup.shipment(id)).totalItems, 1_000)
  assert.equal((await setup.move(id, 'cancel')).status, 200)
  await assertLogsWhole(sql, setup.organizationId)
})

test('An item of an expired transfer can be shipped', async () => {
  const [itemId] = (await setup.items(1)) as [string]
  const transfer = await api.post('/v1/transfers', {
    token,
    body: {
      fromFboAccountId: fboAccountId,
      toFboAccountId: await records.fboAccount(organizationId),
      items: [{ inventoryItemId: itemId, reason: 'trade' }],
    },
  })
  const { id } = transfer.body.data
  await sql`update transfer_batches set expires_at = now() where id = ${id}`
  const shipmentId = await setup.create([itemId])
  assert.equal((await records.item(itemId)).activeShipmentId, shipmentId)
  const kinds = (await movementsOf(sql, itemId)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['imported', 'transfer_created', 'transfer_expired', 'shipment_created'])
})

test('An item of a cancelled shipment can be shipped again', async () => {
  const itemIds = await setup.items(2)
  const first = await setup.bring('approved', 'cancelled', itemIds)
  const second = await setup.create(itemIds)
  assert.notEqual(first, second)
  for (const verb of ['inspect', 'submit', 'approve', 'ship']) {
    assert.equal((await setup.move(second, verb)).status, 200)
  }
  // The first shipment still lists them, and no longer holds them.
  const response = await withoutWriting(records, () => setup.move(first, 'deliver'))
  assert.equal(response.status, 409)
  await assertLogsWhole(sql, setup.organizationId)
})
