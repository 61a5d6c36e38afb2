import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importerOf } from '../support/operations/import-requests.ts'
import { entriesOf } from '../support/vault/links.ts'
import { assertFaults } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Columns of items and shipments that take more than one value.
const vault = await openVault()
const { api, records, sql } = vault
const { organizationId, token, account, send } = await importerOf(vault)

async function imported(content: string, kind = 'inventory-items') {
  const response = await send(content, { kind })
  assert.equal(response.status, 201, response.text)
}

const refused = (content: string, kind: string, ...faults: string[]) =>
  assertFaults(records, () => send(content, { kind }), [400, ...faults])

const HEADER = 'fboAccountId,id,status,identifiers,metadata\n'
const row = (...cells: string[]) => `${account},${cells.join(',')}\n`
const find = async (identifier: string) =>
  entriesOf(await api.get(`/v1/inventory-items?identifier=${identifier}`, { token })).sort()

test('Items are imported with identifiers and metadata, and found by them', async () => {
  await imported(
    HEADER +
      row('one', '', '"psa_cert:42 118 903; serial:A:7 "', '"{""set_year"": ""1952""}"') +
      row('two', 'withdrawn', 'psa_cert:42118903', '') +
      row('three', '', '', ''),
  )
  const certificate = { scheme: 'psa_cert', value: '42 118 903' }
  const identifiers = [certificate, { scheme: 'serial', value: 'A:7' }]
  for (const [id, expected] of [
    ['one', { identifiers, metadata: { set_year: '1952' } }],
    ['three', { identifiers: [], metadata: {} }],
  ] as const) {
    const { data } = (await api.get(`/v1/inventory-items/${id}`, { token })).body
    assert.deepEqual({ identifiers: data.identifiers, metadata: data.metadata }, expected)
  }
  assert.deepEqual(await find('psa_cert:42118903'), ['one', 'two'])
  assert.deepEqual(await find('serial:a:7'), ['one'])
  const held = await sql`
    select inventory_item_id as id from inventory_item_identifiers
    where organization_id = ${organizationId} and scheme = 'psa_cert' and is_present`
  assert.deepEqual([...held], [{ id: 'one' }])
})

test('Identifiers that are wrong, doubled or taken are faults by line', async () => {
  await imported(HEADER + row('first', '', 'psa_cert:7', ''))
  const file =
    HEADER +
    row('a', '', 'psa_cert:7', '') +
    row('b', '', 'sku:x', '') +
    row('c', 'withdrawn', 'sku:x', '') +
    row('d', '', 'sku: X', '') +
    row('e', '', 'PSA:1', '') +
    row('f', '', 'sku:1;sku: 1', '') +
    row('g', '', '', '[]')
  await refused(
    file,
    'inventory-items',
    '/2/identifiers identifier_taken',
    '/3/identifiers duplicate_identifier',
    '/5/identifiers duplicate_identifier',
    '/6/identifiers invalid_format',
    '/7/identifiers duplicate_identifier',
    '/8/metadata invalid_format',
  )
})

test('Shipments are imported with where they go, and without', async () => {
  const header =
    'id,fboAccountId,recipientName,recipientLine1,recipientCity,recipientPostalCode,' +
    'recipientCountryCode,service,signatureRequired,insuredValueCents,metadata'
  const rows = [
    `s1,${account},Ada,"Skeppsbron 14",Stockholm,111 30,SE,Overnight,true,2500,"{""order"":""7""}"`,
    `s2,${account},,,,,,,,,`,
    `s3,${account},,,,,,Economy,false,,`,
  ]
  await imported(`${[header, ...rows].join('\n')}\n`, 'outbound-shipments')
  const address = { line1: 'Skeppsbron 14', line2: null, city: 'Stockholm', region: null }
  const where = { ...address, postalCode: '111 30', countryCode: 'SE', phone: null }
  const recipient = { name: 'Ada', company: null, ...where }
  const insured = { signatureRequired: true, insuredValueCents: '2500' }
  const plain = { service: null, signatureRequired: false, insuredValueCents: null }
  const none = { recipient: null, ...plain, metadata: {} }
  for (const [id, expected] of [
    ['s1', { recipient, service: 'Overnight', ...insured, metadata: { order: '7' } }],
    ['s2', none],
    ['s3', { ...none, service: 'Economy' }],
  ] as const) {
    const { data } = (await api.get(`/v1/outbound-shipments/${id}`, { token })).body
    const shown = Object.keys(expected).map((member) => [member, data[member]])
    assert.deepEqual(Object.fromEntries(shown), expected)
  }
  const written = await sql`
    select outbound_shipment_id as id from outbound_shipment_directions
    where organization_id = ${organizationId} order by id`
  assert.deepEqual([...written], [{ id: 's1' }, { id: 's3' }])
})

test('Each cell of a shipment that is wrong is named, and what a recipient lacks', async () => {
  const header =
    'id,fboAccountId,recipientName,recipientCountryCode,recipientPhone,signatureRequired,' +
    'insuredValueCents'
  await refused(
    `${header}\ns4,${account},,XX,none,yes,1.5\n`,
    'outbound-shipments',
    '/2/recipientCountryCode invalid_format',
    '/2/recipientPhone invalid_format',
    '/2/signatureRequired invalid_value',
    '/2/insuredValueCents invalid_format',
  )
  await refused(
    `id,fboAccountId,recipientLine1\ns5,${account},Kajen 1\n`,
    'outbound-shipments',
    '/2/recipientName required',
    '/2/recipientCity required',
    '/2/recipientCountryCode required',
  )
})
