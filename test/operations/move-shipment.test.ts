import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { SHIPMENT_VERBS, testShipmentVerb } from '../support/operations/shipment-verb.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Every verb in every state, and what the bodies of verbs have. Four eyes are in
// approve.four-eyes.test.ts.
const vault = await openVault()
const { api, records, sql } = vault
const setup = await ShipmentSetup.open(vault)

const send = (id: string, verb: string, body?: object) =>
  api.post(`/v1/outbound-shipments/${id}/${verb}`, { ...setup.creator, ...(body && { body }) })

// Before the first test runs: some look whether anything in the database changes.
const setups = await Promise.all(SHIPMENT_VERBS.map(() => ShipmentSetup.open(vault)))
for (const [index, verb] of SHIPMENT_VERBS.entries()) {
  testShipmentVerb(verb, vault, setups[index] as ShipmentSetup)
}

test('An imported shipment without items takes every verb, and logs no movement', async () => {
  const id = await records.outboundShipment(setup.organizationId, setup.fboAccountId)
  const [before] = await sql`select count(*) as rows from inventory_movements
    where organization_id = ${setup.organizationId}`
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
  const [now] = await sql`select count(*) as rows from inventory_movements
    where organization_id = ${setup.organizationId}`
  assert.deepEqual(now, before)
})

test('Shipments show their reasons while they apply, and the log of the items keeps them', async () => {
  const [itemId] = (await setup.items(1)) as [string]
  const id = await setup.create([itemId])
  const ask = async (verb: string, body?: object) => (await send(id, verb, body)).body.data
  const long = '🏛'.repeat(2_000)
  assert.equal((await ask('hold', { reason: long })).holdReason, long)
  const { heldAt, holdReason } = await ask('release', { reason: 'Address confirmed' })
  assert.deepEqual([heldAt, holdReason], [null, null])
  await ask('hold', { reason: 'Damaged box' })
  // A verb without required members takes an empty body as well as none.
  assert.equal((await ask('release', {})).id, id)
  await ask('hold', { reason: 'Fee unpaid' })
  const { cancellationReason } = await ask('cancel', { reason: 'Fee never paid' })
  assert.equal(cancellationReason, 'Fee never paid')
  const log = (await movementsOf(sql, itemId)).map(({ kind, reason }) => [kind, reason])
  assert.deepEqual(log.slice(2), [
    ['shipment_held', long],
    ['shipment_released', 'Address confirmed'],
    ['shipment_held', 'Damaged box'],
    ['shipment_released', null],
    ['shipment_held', 'Fee unpaid'],
    ['shipment_cancelled', 'Fee never paid'],
  ])
})

const LONG = '🏛'.repeat(100)
for (const [title, sent] of [
  ['service is optional', { carrier: 'Brinks', trackingNumber: 'BX 4417 2203 SE' }],
  [
    'carrier, service and trackingNumber may have 100 characters, counted in code points',
    { carrier: LONG, service: LONG, trackingNumber: LONG },
  ],
] as const) {
  test(title, async () => {
    const id = await setup.bring('approved', 'plain', await setup.items(1))
    const { body, text } = await send(id, 'ship', sent)
    const { carrier, service, trackingNumber } = body.data ?? text
    assert.deepEqual({ carrier, service, trackingNumber }, { service: null, ...sent })
  })
}

test('Without a recipient a shipment is neither submitted nor approved, if the policy says so', async () => {
  const own = await ShipmentSetup.open(vault)
  const { token } = own.creator
  const patch = async (path: string, body: object) => {
    const response = await api.patch(path, { token, body })
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }
  const require = (recipientRequired: boolean) =>
    patch('/v1/organization-policy', { recipientRequired })
  const refuses = async (verb: string) =>
    assertRefused(await withoutWriting(records, () => own.move(id, verb)), {
      status: 409,
      code: 'recipient_required',
      detail:
        'The policy of the organization requires a recipient: set it with Update Outbound Shipment, ' +
        `then ${verb} the shipment.`,
      instance: `${path}/${verb}`,
    })
  const id = await own.bring('inspecting', 'plain', await own.items(1))
  const path = `/v1/outbound-shipments/${id}`
  await require(true)
  await refuses('submit')
  await require(false)
  assert.equal((await own.move(id, 'submit')).status, 200)
  await require(true)
  await refuses('approve')
  const recipient = { name: 'Ada', line1: 'Skeppsbron 14', city: 'Stockholm', countryCode: 'SE' }
  await patch(path, { recipient })
  assert.equal((await own.move(id, 'approve')).status, 200)
  // The approval is of a shipment with a recipient.
  assert.equal((await patch(path, { recipient: null })).status, 'pending_approval')
  await refuses('approve')
})

test('The log of every item is complete and in order after all of these moves', async () => {
  for (const { organizationId } of [setup, ...setups]) await assertConsistent(sql, organizationId)
})
