import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Hold, release and cancel: the verbs with a reason.
const vault = await openVault()
const { api, records, sql } = vault
const setup = await ShipmentSetup.open(vault)
const { token } = setup.creator

const ask = (id: string, verb: string, body?: unknown) =>
  api.post(`/v1/outbound-shipments/${id}/${verb}`, body === undefined ? { token } : { token, body })

const VIOLATIONS = [
  ['', 'too_short', 'reason must have 1 to 2000 characters.'],
  ['x'.repeat(2_001), 'too_long', 'reason must have 1 to 2000 characters.'],
  [null, 'invalid_type', 'reason must be a string.'],
  ['\ud800', 'invalid_format', 'reason must not contain U+0000 or an unpaired surrogate.'],
] as const

for (const verb of ['hold', 'release', 'cancel']) {
  test(`${verb} takes a reason of 1 to 2,000 characters and no other member`, async () => {
    const standing = verb === 'release' ? 'held' : 'plain'
    const id = await setup.bring('packing', standing, await setup.items(1))
    const instance = `/v1/outbound-shipments/${id}/${verb}`
    for (const [reason, code, detail] of VIOLATIONS) {
      const response = await withoutWriting(records, () => ask(id, verb, { reason }))
      const errors = [{ pointer: '/reason', code, detail }]
      assertRefused(response, { status: 400, code: 'invalid_request', detail, instance, errors })
    }
    const response = await withoutWriting(records, () =>
      ask(id, verb, { reason: 'x', status: 'x' }),
    )
    const detail = 'status is not accepted by this operation: leave it out.'
    const errors = [{ pointer: '/status', code: 'unknown_field', detail }]
    assertRefused(response, { status: 400, code: 'unknown_field', detail, instance, errors })
  })
}

for (const verb of ['hold', 'cancel']) {
  test(`${verb} requires a reason`, async () => {
    const id = await setup.create(await setup.items(1))
    const detail = 'reason is missing: send it.'
    assertRefused(await withoutWriting(records, () => ask(id, verb, {})), {
      status: 400,
      code: 'invalid_request',
      detail,
      instance: `/v1/outbound-shipments/${id}/${verb}`,
      errors: [{ pointer: '/reason', code: 'required', detail }],
    })
    const empty = await withoutWriting(records, () => ask(id, verb))
    assert.deepEqual([empty.status, empty.body.code], [400, 'malformed_json'])
  })
}

test('A shipment shows its reasons while they apply, and the log of its items keeps them', async () => {
  const [itemId] = (await setup.items(1)) as [string]
  const id = await setup.create([itemId])
  const long = '🏛'.repeat(2_000)
  const held = await ask(id, 'hold', { reason: long })
  assert.equal(held.body.data.holdReason, long)
  const released = await ask(id, 'release', { reason: 'Address confirmed' })
  assert.deepEqual([released.body.data.heldAt, released.body.data.holdReason], [null, null])
  await ask(id, 'hold', { reason: 'Damaged box' })
  // A verb without required members takes an empty body as well as none.
  assert.equal((await ask(id, 'release', {})).status, 200)
  await ask(id, 'hold', { reason: 'Fee unpaid' })
  const cancelled = await ask(id, 'cancel', { reason: 'Fee never paid' })
  assert.equal(cancelled.body.data.cancellationReason, 'Fee never paid')
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

test('A cancelled shipment leaves the list, and cancelled=true lists it', async () => {
  const mine = await ShipmentSetup.open(vault)
  const kept = await mine.create(await mine.items(1))
  const id = await mine.bring('approved', 'cancelled', await mine.items(1))
  const listed = async (query: string) => {
    const path = `/v1/outbound-shipments${query}`
    const { data } = (await api.get(path, { token: mine.creator.token })).body
    return data.map((shipment: { id: string; status: string }) => [shipment.id, shipment.status])
  }
  assert.deepEqual(await listed(''), [[kept, 'packing']])
  assert.deepEqual(await listed('?cancelled=true'), [[id, 'approved']])
})

test('Verbs without members refuse any member by its name', async () => {
  const id = await setup.create(await setup.items(1))
  for (const verb of ['inspect', 'submit', 'approve', 'return-to-packing', 'deliver']) {
    const detail = 'reason is not accepted by this operation: leave it out.'
    assertRefused(await withoutWriting(records, () => ask(id, verb, { reason: 'x' })), {
      status: 400,
      code: 'unknown_field',
      detail,
      instance: `/v1/outbound-shipments/${id}/${verb}`,
      errors: [{ pointer: '/reason', code: 'unknown_field', detail }],
    })
  }
  assert.equal((await ask(id, 'inspect', {})).status, 200)
})
