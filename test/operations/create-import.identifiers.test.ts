import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const fboAccountId = await records.fboAccount(organizationId)

let sent = 0
function importFile(rawBody: string) {
  sent += 1
  const headers = { 'content-type': 'text/csv', 'Idempotency-Key': `file-${sent}` }
  return api.post('/v1/imports?type=inventory_items', { token, headers, rawBody })
}

const row = (...cells: string[]) => `${fboAccountId},${cells.join(',')}\n`
const HEADER = 'fboAccountId,id,status,identifiers,metadata\n'
const find = async (identifier: string) => {
  const response = await api.get(`/v1/inventory-items?identifier=${identifier}`, { token })
  return response.body.data.map(({ id }: { id: string }) => id)
}

test('Items are imported with identifiers and metadata, and found by them', async () => {
  const file =
    HEADER +
    row('one', '', '"psa_cert:42 118 903; serial:A:7 "', '"{""set_year"": ""1952""}"') +
    row('two', 'withdrawn', 'psa_cert:42118903', '') +
    row('three', '', '', '')
  const response = await importFile(file)
  assert.ok(response.status < 300, response.text)
  const { data } = (await api.get('/v1/inventory-items/one', { token })).body
  assert.deepEqual(data.identifiers, [
    { scheme: 'psa_cert', value: '42 118 903' },
    { scheme: 'serial', value: 'A:7' },
  ])
  assert.deepEqual(data.metadata, { set_year: '1952' })
  const three = (await api.get('/v1/inventory-items/three', { token })).body.data
  assert.deepEqual([three.identifiers, three.metadata], [[], {}])
  assert.deepEqual((await find('psa_cert:42118903')).toSorted(), ['one', 'two'])
  assert.deepEqual(await find('serial:a:7'), ['one'])
  const held = await sql`
    select inventory_item_id from inventory_item_identifiers
    where organization_id = ${organizationId} and scheme = 'psa_cert' and is_present`
  assert.deepEqual(
    held.map(({ inventoryItemId }) => inventoryItemId),
    ['one'],
  )
})

test('Identifiers that are wrong, doubled or taken are faults by line', async () => {
  const file =
    HEADER +
    row('a', '', 'psa_cert:42118903', '') +
    row('b', '', 'sku:x', '') +
    row('c', 'withdrawn', 'sku:x', '') +
    row('d', '', 'sku: X', '') +
    row('e', '', 'PSA:1', '') +
    row('f', '', 'sku:1;sku: 1', '') +
    row('g', '', '', '[]')
  const response = await importFile(file)
  assert.ok(response.status >= 400, response.text)
  assert.deepEqual(
    response.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
    [
      ['/2/identifiers', 'identifier_taken'],
      ['/3/identifiers', 'duplicate_identifier'],
      ['/5/identifiers', 'duplicate_identifier'],
      ['/6/identifiers', 'invalid_format'],
      ['/7/identifiers', 'duplicate_identifier'],
      ['/8/metadata', 'invalid_format'],
    ],
  )
})
