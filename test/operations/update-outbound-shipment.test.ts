import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertFaults, assertRefused, faultsOf, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await ShipmentSetup.open(vault)
const { token, id: tokenId } = setup.creator
const pathOf = (id: string) => `/v1/outbound-shipments/${id}`

const ADA = {
  name: 'Ada-ulu12 Lindqvist',
  company: null,
  line1: 'Skeppsbron 14',
  line2: null,
  city: 'Stockholm',
  region: null,
  postalCode: '111 30',
  countryCode: 'SE',
  phone: '+46 8 555 012 34',
}
const { name, line1, city, countryCode } = ADA
const LEAST = { name, line1, city, countryCode }
const NOTHING = { company: null, line2: null, region: null, postalCode: null, phone: null }
const DIRECTIONS = {
  service: 'Overnight',
  signatureRequired: true,
  insuredValueCents: '25000000',
  recipient: ADA,
  metadata: { order: 'ulu12' },
}

function update(id: string, body: object, headers: Record<string, string> = {}) {
  return api.patch(pathOf(id), { token, body, headers })
}

async function lastEvent(id: string) {
  const { body } = await api.get(`/v1/events?subjectId=${id}`, { token })
  return body.data.at(-1)
}

const created = async (body: object) => setup.claim(await setup.items(1), body)

test('A shipment is created with its directions, and every whole view of it shows them', async () => {
  const response = await created(DIRECTIONS)
  assert.equal(response.status, 201, response.text)
  const { data } = response.body
  for (const [member, value] of Object.entries(DIRECTIONS)) {
    assert.deepEqual(data[member], value, member)
  }
  assert.deepEqual(await setup.details(data.id), data)
  for (const verb of ['inspect', 'submit', 'approve']) {
    const { body } = await setup.move(data.id, verb)
    assert.equal(body.data.service, 'Overnight')
    assert.equal('recipient' in body.data || 'metadata' in body.data, false, verb)
  }
  const body = { carrier: 'Brinks', trackingNumber: 'BX ulu12' }
  const shipped = await api.post(`${pathOf(data.id)}/ship`, { token, body })
  assert.equal(shipped.body.data.service, 'Overnight')
  assert.deepEqual((await setup.shipment(data.id)).recipient, ADA)
})

test('Update sets what the body has, and answers with the next version', async () => {
  const id = await setup.create(await setup.items(1))
  const before = await setup.details(id)
  const first = await update(id, { recipient: LEAST, metadata: { order: '1', desk: 'B' } })
  assert.equal(first.status, 200, first.text)
  assert.equal(first.headers.get('etag'), '"2"')
  const recipient = { ...LEAST, ...NOTHING }
  const metadata = { order: '1', desk: 'B' }
  assert.deepEqual(first.body.data, { ...before, recipient, metadata })
  const second = await update(
    id,
    { recipient: ADA, insuredValueCents: '7', metadata: { desk: null } },
    { 'If-Match': '"2"' },
  )
  const after = { ...before, recipient: ADA, metadata: { order: '1' }, insuredValueCents: '7' }
  assert.deepEqual(second.body.data, after)
  assert.deepEqual(await setup.details(id), after)
  const cleared = await update(id, { recipient: null, insuredValueCents: null })
  assert.deepEqual(cleared.body.data, { ...before, metadata: { order: '1' } })
  assert.equal(cleared.headers.get('etag'), '"4"')
})

test('The event names the changed members, and nothing personal', async () => {
  const id = await setup.create(await setup.items(2))
  await update(id, { recipient: ADA, service: 'Overnight', signatureRequired: false })
  const event = await lastEvent(id)
  assert.equal(event.type, 'outbound_shipment.updated')
  assert.deepEqual(event.data, {
    version: 2,
    changedMembers: ['recipient', 'service'],
    statusBefore: 'packing',
    statusAfter: 'packing',
    fboAccountId: setup.fboAccountId,
    totalItems: 2,
    itemsPath: `${pathOf(id)}/items`,
  })
  const rows = await sql`select from events where data::text like '%ulu12%'`
  assert.equal(rows.length, 0)
})

test('What changes nothing writes nothing', async () => {
  const { id } = (await created(DIRECTIONS)).body.data
  for (const body of [DIRECTIONS, { metadata: {} }, { metadata: { none: null } }]) {
    const response = await withoutWriting(records, () => update(id, body))
    assert.equal(response.status, 200, response.text)
    assert.equal(response.headers.get('etag'), '"1"')
  }
})

for (const held of ['plain', 'held'] as const) {
  test(`A change of an approved shipment, ${held}, takes the approval back`, async () => {
    const itemIds = await setup.items(2)
    const id = await setup.bring('approved', held, itemIds)
    const kept = await update(id, { metadata: { order: '2' } })
    assert.equal(kept.body.data.status, 'approved')
    const before = await setup.details(id)
    const { body } = await update(id, { recipient: ADA })
    const unapproved = { status: 'pending_approval', approvedAt: null, approvedByTokenId: null }
    assert.deepEqual(body.data, { ...before, ...unapproved, recipient: ADA })
    const { data } = await lastEvent(id)
    assert.deepEqual([data.statusBefore, data.statusAfter], ['approved', 'pending_approval'])
    for (const itemId of itemIds) {
      const [last] = (await movementsOf(sql, itemId)).slice(-1)
      const { kind, fromStatus, toStatus, outboundShipmentId } = last ?? {}
      assert.deepEqual(
        [kind, fromStatus, toStatus, outboundShipmentId, last?.tokenId],
        ['shipment_approval_withdrawn', 'shipment_pending', 'shipment_pending', id, tokenId],
      )
    }
    if (held === 'held') assert.equal((await setup.move(id, 'release')).status, 200)
    assert.equal((await setup.move(id, 'ship')).status, 409)
    assert.equal((await setup.move(id, 'approve')).status, 200)
    assert.equal((await setup.move(id, 'ship')).status, 200)
  })
}

test('Each change is a correction, without values that are personal', async () => {
  const id = await setup.create(await setup.items(1))
  await update(id, { recipient: ADA, service: 'Overnight', metadata: { order: 'ulu12' } })
  assert.equal((await setup.move(id, 'inspect')).body.data.service, 'Overnight')
  const changed = await update(id, { service: 'Economy', insuredValueCents: '5' })
  assert.equal(changed.body.data.service, 'Economy')
  assert.equal((await setup.details(id)).service, 'Economy')
  const { body } = await api.get(`/v1/corrections?subjectId=${id}`, { token })
  assert.deepEqual(
    body.data.map(({ number, member, from, to, tokenId: by }: Record<string, unknown>) => {
      assert.equal(by, tokenId)
      return [number, member, from, to]
    }),
    [
      [1, 'recipient', null, null],
      [2, 'service', null, 'Overnight'],
      [3, 'metadata', null, null],
      [4, 'service', 'Overnight', 'Economy'],
      [5, 'insuredValueCents', null, '5'],
    ],
  )
})

test('Who changed where a shipment goes cannot approve it', async () => {
  const id = await setup.bring('approved', 'plain', await setup.items(1))
  const approver = setup.approver.token
  const redirect = (body: object) => api.patch(pathOf(id), { token: approver, body })
  assert.equal((await redirect({ metadata: { order: '3' } })).body.data.status, 'approved')
  assert.equal((await redirect({ recipient: ADA })).body.data.status, 'pending_approval')
  const instance = `${pathOf(id)}/approve`
  const response = await withoutWriting(records, () => setup.move(id, 'approve'))
  assertRefused(response, {
    status: 403,
    code: 'self_approval_forbidden',
    detail:
      'Who changed the directions of a shipment cannot approve it: let somebody else approve it, ' +
      'with their own token.',
    instance,
  })
  // Metadata direct nothing: who changed them alone can approve.
  const { token } = await records.token(setup.organizationId)
  const labelled = await api.patch(pathOf(id), { token, body: { metadata: { order: '4' } } })
  assert.equal(labelled.body.data.status, 'pending_approval')
  assert.equal((await api.post(instance, { token })).status, 200)
})

for (const [status, standing, allowed] of [
  ['shipped', 'plain', ['deliver']],
  ['delivered', 'plain', []],
  ['packing', 'cancelled', []],
] as const) {
  test(`A shipment that is ${standing} in ${status} is not changed any more`, async () => {
    const id = await setup.bring(status, standing, await setup.items(1))
    const { cancelledAt } = await setup.shipment(id)
    const response = await withoutWriting(records, () => update(id, { signatureRequired: true }))
    assertRefused(response, {
      status: 409,
      code: 'invalid_state_transition',
      detail:
        `The shipment is ${status}${cancelledAt === null ? '' : ' (cancelled)'} and does not ` +
        `accept update: it accepts ${allowed.join(', ') || 'nothing now'}.`,
      instance: pathOf(id),
      members: { currentStatus: status, allowed, ...(cancelledAt !== null && { cancelledAt }) },
    })
  })
}

// test/contract/bodies.test.ts proves what the schema of a member refuses.
test('Every fault of the country and the metadata is in one answer, each with its pointer', async () => {
  const id = await setup.create(await setup.items(1))
  const recipient = { ...LEAST, countryCode: 'XX' }
  const body = { recipient, metadata: { 'a b': 'x', note: 7 } }
  const expected = [
    '/metadata/a b invalid_format',
    '/metadata/note invalid_type',
    '/recipient/countryCode invalid_format',
  ]
  const itemIds = await setup.items(1)
  for (const request of [() => update(id, body), () => setup.claim(itemIds, body)]) {
    const response = await withoutWriting(records, request)
    assert.deepEqual([response.status, faultsOf(response).sort()], [400, expected])
  }
})

test('A shipment keeps at most 50 pairs of metadata', async () => {
  const pairs = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'x']))
  const { id } = (await setup.claim(await setup.items(1), { metadata: pairs(0, 50) })).body.data
  const over = () => update(id, { metadata: pairs(50, 1) })
  await assertFaults(records, over, [400, '/metadata invalid_value'])
})
