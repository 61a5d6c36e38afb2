import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedTypeOf } from '../../src/domain/included-names.ts'
import { PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { LISTS, readsOf } from '../support/catalogue/catalogue.ts'
import { World } from '../support/catalogue/world.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { begun, linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

// `include=names`, on every read.

const { api, app, records, sql } = await openVault()
const { organizationId, token } = await records.owner()
await sql`update access_tokens set owner = 'Ada Lindqvist' where organization_id = ${organizationId}`
const world = new World(sql, records)
const account = await world.account(organizationId)
const other = await world.otherAccount(organizationId)
const item = await world.item(organizationId)
await sql`update fbo_accounts set first_name = 'Ada', last_name = 'Lindqvist' where id = ${account}`
await sql`
  update fbo_accounts set business_name = 'Norrland AB', first_name = 'Bo' where id = ${other}`
await sql`update inventory_items 
  set description = 'A watch', identifiers = '[{"scheme": "serial", "value": "7 3 274"}]'
  where id = ${item}`

const reads = (await readsOf(world, organizationId)).filter(([, , row]) => !row.forPeople)
const get = (path: string, by = token) => api.get(path, { token: by })
const withNames = (path: string, by = token) =>
  get(`${path}${path.includes('?') ? '&' : '?'}include=names`, by)
// The first read reviews the transfers that were made.
await get('/v1/transfers')
// An event that is sealed between two reads is another one.
await eventually(async () => {
  const { body } = await get('/v1/events?limit=100')
  return body.data.every(({ sequence }: { sequence: number | null }) => sequence !== null)
}, 'all events to be sealed')

/** Every text in a response that is an id of ours. */
function idsOf(data: unknown): string[] {
  // The tracking number of the example looks like an id.
  const text = JSON.stringify(data).replaceAll(/"trackingNumber":"[^"]*"/g, '')
  const ids = text.match(/"(fbo|item|tok|prsn|xfer|ship|reval)_[0-7][0-9a-z]{25}"/g) ?? []
  return [...new Set(ids.map((id) => id.slice(1, -1)))].sort()
}

for (const [operationId, path] of reads) {
  test(`${operationId} names the records of every id, and changes nothing else`, async () => {
    const plain = await get(path)
    assert.equal(plain.status, 200, plain.text)
    const named = await withNames(path)
    const { included, ...rest } = named.body
    // The summary shows the moment of its reading.
    if (operationId === 'getSummary') rest.data.asOf = plain.body.data.asOf
    assert.deepEqual(rest, plain.body)
    assert.equal('included' in plain.body, false)
    assert.deepEqual(Object.keys(included).sort(), idsOf(plain.body.data))
    assert.equal(named.headers.get('etag'), plain.headers.get('etag'))
  })
}

test('An id that is a member of every object has its name', async () => {
  for (const id of ['__proto__', 'constructor', 'toString']) {
    await records.fboAccount(organizationId, { id, businessName: id })
    await records.inventoryItem(organizationId, id)
    for (const path of [`fbo-accounts/${id}`, `inventory-items?fboAccountId=${id}`]) {
      const { text } = await withNames(`/v1/${path}`)
      assert.ok(text.includes(`"${id}":{"type":"fbo_account","name":"${id}"}`), text)
    }
  }
})

test('An account has its business name, else that of the person; a token has its owner', async () => {
  const { body } = await withNames(`/v1/inventory-items/${item}`)
  assert.deepEqual(body.included, {
    [account]: { type: 'fbo_account', name: 'Ada Lindqvist' },
    [item]: { type: 'inventory_item', name: 'A watch, 7 3 274' },
  })
  const { body: listed } = await withNames('/v1/fbo-accounts')
  assert.deepEqual(listed.included[other], { type: 'fbo_account', name: 'Norrland AB' })
  const { body: caller } = await withNames('/v1/caller')
  const owner = { type: 'access_token', name: 'Ada Lindqvist' }
  assert.deepEqual(Object.values(caller.included), [owner])
  const unnamed = await records.fboAccount(organizationId)
  const { body: alone } = await withNames(`/v1/fbo-accounts/${unnamed}`)
  assert.deepEqual(alone.included, { [unnamed]: { type: 'fbo_account', name: null } })
})

test('A token learns the names of what it may read, also beside one that may read more', async () => {
  const { token: itemsOnly } = await records.token(organizationId, ['inventory_items:read'])
  const path = '/v1/inventory-items'
  const [narrow, wide] = await Promise.all([withNames(path, itemsOnly), withNames(path)])
  const types = (body: { included: Record<string, { type: string }> }) => [
    ...new Set(Object.values(body.included).map(({ type }) => type)),
  ]
  assert.deepEqual(types(narrow.body), ['inventory_item'])
  assert.deepEqual(types(wide.body).sort(), ['fbo_account', 'inventory_item', 'outbound_shipment'])
  const withoutTokens = PERMISSIONS.filter(
    (permission) => permission !== 'access_tokens:manage' && permission !== 'events:read',
  )
  const { token: some } = await records.token(organizationId, withoutTokens)
  assert.deepEqual((await withNames('/v1/caller', some)).body.included, {})
})

test('A member of the metadata gives no name of a record that the token may not read', async () => {
  const { token: some } = await records.token(organizationId, ['outbound_shipments:read'])
  const path = `/v1/outbound-shipments/${await world.shipment(organizationId, 'packing')}`
  const metadata = { fboAccountId: item, tokenId: account }
  assert.equal((await api.patch(path, { token, body: { metadata } })).status, 200)
  const { token: all } = await records.token(organizationId, [
    'outbound_shipments:read',
    'fbo_accounts:read',
    'events:read',
  ])
  const { body } = await withNames(path, some)
  assert.deepEqual(body.data.metadata, metadata)
  assert.deepEqual(Object.keys(body.included), [body.data.id])
  const { included } = (await withNames(path, all)).body
  assert.deepEqual(Object.keys(included).sort(), [body.data.fboAccountId, body.data.id].sort())
})

test('Transfers, shipments and revaluations are named by what they hold, as far as one may read', async () => {
  const transferId = await world.pendingTransfer(organizationId)
  const shipmentId = await world.shipment(organizationId, 'packing')
  await sql`update outbound_shipments set total_items = 1 where id = ${shipmentId}`
  const of = async (path: string, id: string, permissions: readonly Permission[]) => {
    const { token: some } = await records.token(organizationId, permissions)
    return (await withNames(path, some)).body.included[id]
  }
  const [transfers, shipments] = [`/v1/transfers/${transferId}`, '/v1/outbound-shipments']
  assert.deepEqual(
    await of(transfers, transferId, ['transfer_batches:read', 'fbo_accounts:read']),
    { type: 'transfer_batch', name: '1 item, Ada Lindqvist to Norrland AB' },
  )
  assert.deepEqual(await of(transfers, transferId, ['transfer_batches:read']), {
    type: 'transfer_batch',
    name: '1 item',
  })
  const readers = ['outbound_shipments:read', 'fbo_accounts:read'] as const
  const name = async () => (await of(`${shipments}/${shipmentId}`, shipmentId, readers))?.name
  assert.equal(await name(), '1 item of Ada Lindqvist')
  const recipient = {
    name: 'Farah Chen',
    line1: '1 Main Street',
    city: 'Kyoto',
    postalCode: '600-8001',
    countryCode: 'JP',
  }
  const directed = await api.patch(`${shipments}/${shipmentId}`, { token, body: { recipient } })
  assert.equal(directed.status, 200, directed.text)
  assert.equal(await name(), '1 item to Farah Chen')
  const revalued = await world.revaluation(organizationId)
  await sql`
    update inventory_items set description = 'Krugerrand'
    where id = (select item_ids[1] from revaluations where id = ${revalued})`
  const { included } = (await withNames('/v1/revaluations')).body
  assert.equal(included[revalued].name, 'Krugerrand')
})

test('Of records with one id, as other systems have them, the account has its name', async () => {
  const ids = await records.organization()
  const { token: reader } = await records.token(ids)
  await records.fboAccount(ids, { id: '17', firstName: 'Ada' })
  await records.outboundShipment(ids, '17', { id: '17' })
  const { included } = (await withNames('/v1/outbound-shipments', reader)).body
  assert.deepEqual(included, { 17: { type: 'fbo_account', name: 'Ada' } })
})

test('Nothing of another organization is named', async () => {
  const stranger = await records.organization()
  const foreign = await records.fboAccount(stranger, { firstName: 'Secret' })
  await sql`
    update inventory_items set active_transfer_id = null, fbo_account_id = ${foreign}
    where id = ${await world.item(organizationId)}`
  const { text } = await withNames('/v1/inventory-items')
  assert.ok(text.includes(foreign))
  assert.doesNotMatch(text, /Secret/)
})

test('Links of a list keep include=names', async () => {
  for (const [operationId, path] of reads) {
    if (!(operationId in LISTS)) continue
    const response = await withNames(`${begun(path)}limit=1`)
    for (const target of Object.values(linksOf(response))) assert.match(target, /include=names/)
    const { next } = linksOf(response)
    if (next !== undefined) assert.ok('included' in (await get(next)).body, operationId)
  }
})

test('A client that has the version of a record gets the names, which may have changed', async () => {
  const path = `/v1/fbo-accounts/${account}`
  const headers = { 'if-none-match': (await get(path)).headers.get('etag') as string }
  assert.equal((await api.get(path, { token, headers })).status, 304)
  assert.equal((await api.get(`${begun(path)}include=names`, { token, headers })).status, 200)
})

/** Beginnings of members that have ids of records without names. */
const NAMELESS = new RegExp(
  '^(id$|organization|external|event|attempt|key|request|intake|' +
    'webhook|role|client|session|credential|rp)',
)

test('Each member with an id is of a record with a name, or known to be of one without', async () => {
  const unknown = new Set<string>()
  const look = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {} } = schema as { properties?: Record<string, unknown> }
    for (const name of Object.keys(properties)) {
      if (!/Ids?$/.test(name) || NAMELESS.test(name)) continue
      if (namedTypeOf(name) === undefined) unknown.add(name)
    }
    for (const part of Object.values(schema)) look(part)
  }
  for (const { method, success } of app.operations) if (method === 'GET') look(success.body)
  assert.deepEqual([...unknown], [])
})
