import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertLogsWhole,
  movementsOf,
  ShipmentSetup,
} from '../support/operations/shipment-setup.ts'
import { SHIPMENT_VERBS, testShipmentVerb } from '../support/operations/shipment-verb.ts'
import { openVault } from '../support/vault/vault.ts'

// Every verb in every state, and what all verbs have in common. What approve, ship and hold have of
// their own is in approve-, ship- and hold-outbound-shipment.test.ts.
const vault = await openVault()
const { records, sql } = vault
const setup = await ShipmentSetup.open(vault)

// Before the first test runs: some look whether anything in the database changes.
const setups = await Promise.all(SHIPMENT_VERBS.map(() => ShipmentSetup.open(vault)))
for (const [index, verb] of SHIPMENT_VERBS.entries()) {
  testShipmentVerb(verb, vault, setups[index] as ShipmentSetup)
}

test('An imported shipment without items takes every verb, and logs no movement', async () => {
  const id = await records.outboundShipment(setup.organizationId, setup.fboAccountId)
  const [before] = await sql`select count(*) as rows from inventory_movements`
  const steps = ['inspect', 'return-to-packing', 'inspect', 'submit', 'hold', 'release', 'approve']
  for (const verb of [...steps, 'ship', 'deliver']) {
    assert.equal((await setup.move(id, verb)).status, 200, verb)
  }
  const { status, shippedAt, deliveredAt, totalItems, createdByTokenId } = await setup.shipment(id)
  assert.deepEqual(
    { status, totalItems, createdByTokenId },
    { status: 'delivered', totalItems: 0, createdByTokenId: null },
  )
  assert.ok(shippedAt <= Date.parse(deliveredAt))
  const [now] = await sql`select count(*) as rows from inventory_movements`
  assert.deepEqual(now, before)
})

test('Each item logs every move of its shipment in order, and shippedAt is set once', async () => {
  const itemIds = await setup.items(3)
  const id = await setup.bring('pending_approval', 'plain', itemIds)
  const rest = ['return-to-packing', 'inspect', 'submit', 'approve', 'hold', 'release', 'ship']
  for (const verb of rest) assert.equal((await setup.move(id, verb)).status, 200, verb)
  const { shippedAt } = await setup.shipment(id)
  await setup.move(id, 'deliver')
  assert.equal((await setup.shipment(id)).shippedAt, shippedAt)
  const kinds = [
    'imported',
    'shipment_created',
    'shipment_inspecting',
    'shipment_submitted',
    'shipment_returned_to_packing',
    'shipment_inspecting',
    'shipment_submitted',
    'shipment_approved',
    'shipment_held',
    'shipment_released',
    'shipment_shipped',
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

test('The log of every item is complete and in order after all of these moves', async () => {
  await assertLogsWhole(sql, setup.organizationId)
})
