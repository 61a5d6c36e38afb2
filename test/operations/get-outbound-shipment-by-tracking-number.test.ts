import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHIPMENT_IDS_LISTED_MAX } from '../../src/domain/limits.ts'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const shipments = await ShipmentSetup.open(vault)
const { token } = shipments.creator

const BY_NUMBER = '/v1/outbound-shipments/by-tracking-number'
const NOT_FOUND =
  'The organization has no outbound shipment with this tracking number: check the number and the ' +
  'carrier.'

// That it responds as Get Outbound Shipment does is a row of reads.test.ts; a number of another
// organization is refused in access.test.ts.

/** A shipment that left with that number; its id. */
async function shipped(trackingNumber: string, carrier = 'Brinks'): Promise<string> {
  const id = await shipments.bring('approved', 'plain', await shipments.items(1))
  const path = `/v1/outbound-shipments/${id}/ship`
  const { status, text } = await api.post(path, { token, body: { carrier, trackingNumber } })
  assert.equal(status, 200, text)
  return id
}

function pathOf(trackingNumber: string, carrier?: string): string {
  const query = carrier === undefined ? '' : `?${new URLSearchParams({ carrier })}`
  return `${BY_NUMBER}/${encodeURIComponent(trackingNumber)}${query}`
}

const get = (trackingNumber: string, carrier?: string) =>
  api.get(pathOf(trackingNumber, carrier), { token })

async function notFound(path: string) {
  const response = await withoutWriting(records, () => api.get(path, { token }))
  assertRefused(response, {
    status: 404,
    code: 'outbound_shipment_not_found',
    detail: NOT_FOUND,
    instance: new URL(path, 'http://localhost').pathname,
  })
}

test('A number is kept and found without blanks at its ends and what is not seen', async () => {
  const id = await shipped(' 1Z  56045\u200b9\u00a0')
  for (const number of ['1Z 560459', '\u200b 1Z 56\u00ad0459 ', '１Z 560459']) {
    const { status, body } = await get(number)
    assert.deepEqual([status, body.data?.id], [200, id], number)
    assert.equal(body.data.trackingNumber, '1Z 560459')
  }
  await shipped('\u0958'.repeat(100))
})

test('Any text that can be shipped under is found, percent-encoded, and only by its case and blanks', async () => {
  const odd = ['a/b', 'a%2Fb', 'ä ö', '🏛'.repeat(100), 'x?y=1&z#1', "it's", '%', 'items', 'a+b']
  for (const number of odd) {
    const id = await shipped(number)
    const response = await get(number)
    assert.equal(response.status, 200, `${number}: ${response.text}`)
    assert.equal(response.body.data.id, id)
  }
  await shipped('AbC 1')
  for (const other of ['abc 1', 'AbC1', 'AbC', 'AbC+1']) {
    await notFound(pathOf(other))
  }
})

test('Several shipments with one number are refused, newest first; the carrier tells them apart', async () => {
  const number = 'BX 4417 2203'
  const first = await shipped(number, 'Brinks')
  const second = await shipped(number, 'Malca-Amit')
  const third = await shipped(number, 'Malca-Amit')
  const ambiguous = { status: 409, code: 'tracking_number_ambiguous' } as const
  const instance = pathOf(number)
  const all = await withoutWriting(records, () => get(number))
  assertRefused(all, {
    ...ambiguous,
    detail: '3 outbound shipments have this tracking number: send carrier, or read each by its id.',
    instance,
    members: { outboundShipmentIds: [third, second, first] },
  })
  assert.equal(all.headers.get('etag'), null)
  const one = await get(number, 'Brinks')
  assert.deepEqual([one.status, one.body.data.id], [200, first])
  assertRefused(await get(number, 'Malca-Amit'), {
    ...ambiguous,
    detail: '2 outbound shipments have this tracking number: read each by its id.',
    instance,
    members: { outboundShipmentIds: [third, second] },
  })
  await notFound(pathOf(number, 'brinks'))
})

test('No more ids are listed than a hundred, whatever an import brought', async () => {
  const { organizationId, fboAccountId } = shipments
  const columns = { status: 'shipped', shippedAt: new Date() }
  for (let made = 0; made <= SHIPMENT_IDS_LISTED_MAX; made += 1) {
    await records.outboundShipment(organizationId, fboAccountId, columns)
  }
  await sql`
    update outbound_shipments set tracking_number = 'all of them'
    where organization_id = ${organizationId} and carrier is null and status = 'shipped'`
  const { status, body } = await get('all of them')
  assert.equal(status, 409)
  assert.equal(
    body.detail,
    'More than 100 outbound shipments have this tracking number: send carrier, or read each by its id.',
  )
  assert.equal(new Set(body.outboundShipmentIds).size, SHIPMENT_IDS_LISTED_MAX)
})

test('A carrier has 1 to 100 characters that can be stored', async () => {
  const form = 'carrier must not contain U+0000 or an unpaired surrogate.'
  for (const [value, detail] of [
    ['', 'carrier must have 1 to 100 characters.'],
    ['x'.repeat(101), 'carrier must have 1 to 100 characters.'],
    ['a%00', form],
  ] as const) {
    const instance = `${BY_NUMBER}/BX`
    const path = `${instance}?carrier=${value}`
    const response = await withoutWriting(records, () => api.get(path, { token }))
    const violation = { pointer: '/carrier', in: 'query', code: 'invalid_parameter', detail }
    const errors = [violation]
    assertRefused(response, { status: 400, code: 'invalid_parameter', detail, instance, errors })
  }
})
