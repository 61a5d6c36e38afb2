import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHIPMENT_VERBS } from '../support/operations/shipment-steps.ts'
import {
  assertLogsWhole,
  movementsOf,
  ShipmentVerbs,
} from '../support/operations/shipment-verbs.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// What all verbs of a shipment have in common; each by itself is in the test of its operation.
const vault = await openVault()
const { records, sql } = vault
const walk = await ShipmentVerbs.begin(vault)

test('A shipment of another organization, an unknown and a malformed id are all not found', async () => {
  const stranger = await ShipmentVerbs.begin(vault)
  const foreign = await stranger.create(await stranger.items(1))
  for (const verb of SHIPMENT_VERBS) {
    for (const id of [foreign, 'ship_nobody', 'a%00', 'a%20b', 'x'.repeat(65)]) {
      const response = await withoutWriting(records, () => walk.move(id, verb))
      assertRefused(response, {
        status: 404,
        code: 'outbound_shipment_not_found',
        detail: 'The organization has no outbound shipment with this id: check the id.',
        instance: `/v1/outbound-shipments/${id}/${verb}`,
      })
    }
  }
})

test('A shipment that came with an import takes its steps without items to log', async () => {
  const id = await records.outboundShipment(walk.organizationId, walk.fboAccountId)
  const [before] = await sql`select count(*) as rows from inventory_movements`
  const steps = ['inspect', 'return-to-packing', 'inspect', 'submit', 'hold', 'release', 'approve']
  for (const verb of [...steps, 'ship', 'deliver']) {
    assert.equal((await walk.move(id, verb)).status, 200, verb)
  }
  const { status, shippedAt, deliveredAt, totalItems, createdByTokenId } = await walk.shipment(id)
  assert.deepEqual(
    { status, totalItems, createdByTokenId },
    { status: 'delivered', totalItems: 0, createdByTokenId: null },
  )
  assert.ok(shippedAt <= Date.parse(deliveredAt))
  const [now] = await sql`select count(*) as rows from inventory_movements`
  assert.deepEqual(now, before)
})

test('A whole way with one return and a hold is one log per item, and shippedAt is set once', async () => {
  const itemIds = await walk.items(3)
  const id = await walk.bring('pending_approval', 'plain', itemIds)
  const rest = ['return-to-packing', 'inspect', 'submit', 'approve', 'hold', 'release', 'ship']
  for (const verb of rest) assert.equal((await walk.move(id, verb)).status, 200, verb)
  const { shippedAt } = await walk.shipment(id)
  await walk.move(id, 'deliver')
  assert.equal((await walk.shipment(id)).shippedAt, shippedAt)
  const kinds = [
    ...['imported', 'shipment_created', 'shipment_inspecting', 'shipment_submitted'],
    ...['shipment_returned_to_packing', 'shipment_inspecting', 'shipment_submitted'],
    ...['shipment_approved', 'shipment_held', 'shipment_released', 'shipment_shipped'],
    'shipment_delivered',
  ]
  for (const itemId of itemIds) {
    const log = await movementsOf(sql, itemId)
    assert.deepEqual(
      log.map(({ number, kind }) => [number, kind]),
      kinds.map((kind, index) => [index + 1, kind]),
    )
  }
})

test('After all of this, every item of the vault follows from its log', async () => {
  await assertLogsWhole(sql)
})
