import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator
const pathOf = (id: string) => `/v1/outbound-shipments/${id}`

function update(id: string, body: object) {
  return api.patch(pathOf(id), { token, body })
}

async function created(body: object, itemId?: string) {
  const inventoryItemId = itemId ?? (await setup.items(1))[0]
  return await api.post('/v1/outbound-shipments', {
    token,
    body: { fboAccountId: setup.fboAccountId, items: [{ inventoryItemId }], ...body },
  })
}

for (const [status, standing, allowed, members] of [
  ['shipped', 'plain', ['deliver'], {}],
  ['delivered', 'plain', [], {}],
  ['packing', 'cancelled', [], { cancelledAt: true }],
] as const) {
  test(`A shipment that is ${standing} in ${status} is not changed any more`, async () => {
    const id = await setup.bring(status, standing, await setup.items(1))
    const { cancelledAt } = await setup.shipment(id)
    const response = await withoutWriting(records, () => update(id, { signatureRequired: true }))
    const because = standing === 'cancelled' ? ' (cancelled)' : ''
    assertRefused(response, {
      status: 409,
      code: 'invalid_state_transition',
      detail:
        `The shipment is ${status}${because} and does not accept update: it accepts ` +
        `${allowed.join(', ') || 'nothing now'}.`,
      instance: pathOf(id),
      members: { currentStatus: status, allowed, ...('cancelledAt' in members && { cancelledAt }) },
    })
  })
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
  const [itemId] = await setup.items(1)
  for (const request of [() => update(id, body), () => created(body, itemId)]) {
    const response = await withoutWriting(records, request)
    assert.equal(response.status, 400)
    const errors = response.body.errors as { pointer: string; code: string }[]
    assert.deepEqual(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort(), expected)
  }
  const { body: none } = await withoutWriting(records, () => update(id, { recipient: {} }))
  assert.deepEqual(
    none.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/recipient/name', '/recipient/line1', '/recipient/city', '/recipient/countryCode'],
  )
})

test('A shipment keeps at most 50 pairs of metadata', async () => {
  const pairs = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'x']))
  const { id } = (await created({ metadata: pairs(0, 50) })).body.data
  const response = await withoutWriting(records, () => update(id, { metadata: pairs(50, 1) }))
  assert.equal(response.status, 400)
  assert.equal(response.body.errors[0].pointer, '/metadata')
})
