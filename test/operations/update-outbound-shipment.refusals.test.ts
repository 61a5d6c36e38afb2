import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertFaults, assertRefused, faultsOf, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator
const pathOf = (id: string) => `/v1/outbound-shipments/${id}`

function update(id: string, body: object) {
  return api.patch(pathOf(id), { token, body })
}

test('Every fault of the directions is in one answer, each with its pointer', async () => {
  const id = await setup.create(await setup.items(1))
  const body = {
    recipient: { name: '', line1: 'x'.repeat(201), countryCode: 'XX', phone: 'none', floor: '3' },
    service: '',
    signatureRequired: 'yes',
    insuredValueCents: '1.5',
    metadata: { 'a b': 'x', note: 7 },
  }
  const expected = [
    '/insuredValueCents invalid_format',
    '/metadata/a b invalid_format',
    '/metadata/note invalid_type',
    '/recipient/city required',
    '/recipient/countryCode invalid_format',
    '/recipient/floor unknown_field',
    '/recipient/line1 too_long',
    '/recipient/name too_short',
    '/recipient/phone invalid_format',
    '/service too_short',
    '/signatureRequired invalid_type',
  ]
  const itemIds = await setup.items(1)
  for (const request of [() => update(id, body), () => setup.claim(itemIds, body)]) {
    const response = await withoutWriting(records, request)
    assert.equal(response.status, 400)
    assert.deepEqual(faultsOf(response).sort(), expected)
  }
  const members = ['name', 'line1', 'city', 'countryCode']
  const missing = members.map((member) => `/recipient/${member} required`)
  await assertFaults(records, () => update(id, { recipient: {} }), [400, ...missing])
})

test('A shipment keeps at most 50 pairs of metadata', async () => {
  const pairs = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'x']))
  const { id } = (await setup.claim(await setup.items(1), { metadata: pairs(0, 50) })).body.data
  const over = () => update(id, { metadata: pairs(50, 1) })
  await assertFaults(records, over, [400, '/metadata invalid_value'])
})

async function require(recipientRequired: boolean): Promise<void> {
  const body = { recipientRequired }
  const response = await api.patch('/v1/organization-policy', { token, body })
  assert.equal(response.status, 200, response.text)
}

async function refuses(id: string, verb: string): Promise<void> {
  assertRefused(await withoutWriting(records, () => setup.move(id, verb)), {
    status: 409,
    code: 'recipient_required',
    detail:
      'The policy of the organization requires a recipient: set it with Update Outbound Shipment, ' +
      `then ${verb} the shipment.`,
    instance: `${pathOf(id)}/${verb}`,
  })
}

test('Without a recipient a shipment is neither submitted nor approved, if the policy says so', async () => {
  const id = await setup.bring('inspecting', 'plain', await setup.items(1))
  await require(true)
  await refuses(id, 'submit')
  await require(false)
  assert.equal((await setup.move(id, 'submit')).status, 200)
  await require(true)
  await refuses(id, 'approve')
  const recipient = { name: 'Ada', line1: 'Skeppsbron 14', city: 'Stockholm', countryCode: 'SE' }
  assert.equal((await update(id, { recipient })).status, 200)
  assert.equal((await setup.move(id, 'approve')).status, 200)
  // The approval is of a shipment with a recipient.
  assert.equal((await update(id, { recipient: null })).body.data.status, 'pending_approval')
  await refuses(id, 'approve')
})
