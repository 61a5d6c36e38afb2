import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UPDATABLE_FIELDS } from '../../src/vault/accounts/fbo-account.ts'
import { PROFILE_CHANGES } from '../../src/vault/accounts/fbo-account-profile.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertCode, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'
import { assertInNoRow } from '../support/vault/whole-vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId } = setup
const { token, id: tokenId } = setup.creator

const PERSON = {
  ...{ firstName: 'Ada-9144', lastName: 'Lindqvist-9144', email: 'ada-9144@example.com' },
  ...{ phone: '+46 8 914 400', businessName: 'Lindqvist-9144 AB' },
}
const CLEARED = { firstName: null, lastName: null, email: null, phone: null, businessName: null }
const REASON = 'Case 2026-118'

const erase = (id: string, reason = REASON) =>
  api.post(`/v1/fbo-accounts/${id}/erase`, { token, body: { reason } })

/** Creates an account over HTTP. */
async function create(body: object = PERSON, key = newKey()): Promise<ApiResponse> {
  const headers = { 'Idempotency-Key': key }
  return await api.post('/v1/fbo-accounts', { token, body, headers })
}

const get = (id: string) => api.get(`/v1/fbo-accounts/${id}`, { token })

for (const contact of [PERSON, { firstName: 'Ada-9144', phone: PERSON.phone }, {}]) {
  const changedMembers = Object.keys(contact)
  test(`Erase clears ${changedMembers.join() || 'nothing'} for good, and keeps the rest`, async () => {
    const created = (await create({ ...contact, maxInsuredValueCents: '500' })).body.data
    const { id } = created
    const response = await erase(id)
    assert.equal(response.status, 200, response.text)
    const { erasedAt, ...rest } = response.body.data
    assert.deepEqual(rest, { ...created, ...CLEARED, erasureReason: REASON })
    assert.ok(Math.abs(Date.parse(erasedAt) - Date.now()) < 60_000)
    const read = await get(id)
    assert.deepEqual(read.body.data, { ...created, ...CLEARED })
    for (const { headers } of [response, read]) assert.equal(headers.get('etag'), '"2"')
    const events = (await api.get(`/v1/events?subjectId=${id}`, { token })).body.data
    assert.equal(events.length, 2)
    const { id: _, organizationId: owner, sequence, chainHash, ...event } = events[1]
    // Which members were cleared, and by whom: nothing personal.
    assert.deepEqual(event, {
      type: 'fbo_account.erased',
      occurredAt: erasedAt,
      actor: { tokenId, owner: null, person: null, system: null },
      requestId: response.headers.get('x-request-id'),
      subject: { type: 'fbo_account', id },
      data: { version: 2, changedMembers },
    })
  })
}

test('Erase leaves nothing of any member that a client can set', async () => {
  const profile = { externalId: 'CUST-9144-P', metadata: { tier: 'gold-9144' } }
  // A new member gets a value here, so it is seen to go.
  const names = (members: object) => Object.keys(members).sort()
  assert.deepEqual(names(PERSON), names(UPDATABLE_FIELDS))
  assert.deepEqual(names(profile), names(PROFILE_CHANGES))
  const { id } = (await create({ ...PERSON, ...profile })).body.data
  await erase(id)
  const path = `/v1/fbo-accounts/${id}`
  for (const [end, members] of [
    ['', PERSON],
    ['/profile', profile],
  ] as const) {
    const { data } = (await api.get(path + end, { token })).body
    for (const name of names(members)) assert.equal(JSON.stringify(data[name] ?? {}), '{}', name)
  }
})

test('Erasing again changes nothing, whatever the reason, and returns the same', async () => {
  const { id } = (await create()).body.data
  const first = await erase(id)
  const again = await withoutWriting(records, () => erase(id, 'Another reason'))
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
})

test('An erased account refuses each change, with or without other updates at once', async () => {
  const { id } = (await create()).body.data
  const [one, other] = [await create(), await create()].map(({ body }) => body.data.id)
  await erase(id)
  const path = `/v1/fbo-accounts/${id}`
  for (const [method, end, body] of [
    ['PATCH', '', { email: PERSON.email }],
    ['PATCH', '', { email: null }],
    ['PATCH', '/profile', { externalId: 'CUST-9144' }],
    ['POST', '/set-insured-maximum', { maxInsuredValueCents: '900', reason: REASON }],
    ['POST', '/make-primary', { reason: REASON }],
  ] as const) {
    const change = () => api.request(method, `${path}${end}`, { token, body })
    const detail = 'The account was erased and cannot be changed: open a new one.'
    const refused = { status: 409, code: 'fbo_account_erased', detail } as const
    assertRefused(await withoutWriting(records, change), { ...refused, instance: `${path}${end}` })
  }
  // Those behind the first one share a statement.
  const update = { token, body: { email: 'ada@example.org' } }
  const sent = [one, id, other, id].map((each) => api.patch(`/v1/fbo-accounts/${each}`, update))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  assert.deepEqual(statuses, [200, 409, 200, 409])
  assert.deepEqual((await get(id)).body.data.email, null)
})

test('An erased account takes no items, and another one can be the primary account', async () => {
  const source = await records.fboAccount(organizationId)
  const [inventoryItemId] = await records.inventoryItems(organizationId, source, 1)
  const primary = await api.post('/v1/fbo-accounts', { token, body: { isPrimary: true } })
  const { id } = primary.body.data
  const erased = await erase(id)
  assert.deepEqual([erased.status, erased.body.data.isPrimary], [200, false])
  const items = [{ inventoryItemId, reason: 'trade' }]
  const accounts = { fromFboAccountId: source, toFboAccountId: source, items }
  for (const [path, more, member] of [
    ['/v1/transfers', accounts, 'fromFboAccountId'],
    ['/v1/transfers', accounts, 'toFboAccountId'],
    ['/v1/inventory-items', {}, 'fboAccountId'],
  ] as const) {
    const request = () => api.post(path, { token, body: { ...more, [member]: id } })
    const response = await withoutWriting(records, request)
    const detail = `The organization has no FBO account with the id in ${member}: check the id.`
    const code = 'fbo_account_not_found'
    const errors = [{ pointer: `/${member}`, code, detail }]
    assertRefused(response, { status: 404, code, instance: path, errors })
  }
  const next = await api.post('/v1/fbo-accounts', { token, body: { isPrimary: true } })
  assert.equal(next.status, 201, next.text)
})

test('No row of the vault has the personal data afterwards, nor can a retry read it', async () => {
  const person = { ...PERSON, firstName: 'Mark-7731', email: 'mark-7731@example.com' }
  const key = newKey()
  const { id } = (await create(person, key)).body.data
  assert.equal((await create(person, key)).headers.get('idempotent-replayed'), 'true')
  const otherKey = newKey()
  const other = await create(PERSON, otherKey)
  const kept = () => sql`
    select key, operation, encode(request_sha256, 'hex') as digest, answer, headers, status
    from idempotency_keys where headers ->> 'Location' = ${`/v1/fbo-accounts/${id}`}`
  const [before] = await kept()
  assert.equal((await erase(id)).status, 200)
  assert.deepEqual([...(await kept())], [{ ...before, digest: '00'.repeat(32), answer: '' }])
  const refused = {
    status: 409,
    code: 'fbo_account_erased',
    detail:
      'What was created with this Idempotency-Key was erased with its account, and nothing is ' +
      'created again: use a new key.',
    instance: '/v1/fbo-accounts',
  } as const
  for (const body of [person, { firstName: 'Eve' }]) {
    assertRefused(await withoutWriting(records, () => create(body, key)), refused)
  }
  // The response of another account is still repeated.
  assert.deepEqual((await create(PERSON, otherKey)).body, other.body)
  await assertInNoRow(sql, 'mark-7731')
})

test('The database refuses to fill an erased account again', async () => {
  const { id } = (await create()).body.data
  await erase(id)
  const filled = sql`update fbo_accounts set email = 'a@b' where id = ${id}`
  await assert.rejects(filled, /"fbo_accounts_erasure"/)
})

function direct(fboAccountId: string, key: string, more: object) {
  const [body, headers] = [{ fboAccountId, ...more }, { 'Idempotency-Key': key }]
  return api.post('/v1/outbound-shipments', { token, body, headers })
}

/** Directs a shipment of an item of the account, and cancels it; its id. */
async function sent(fboAccountId: string, key: string, body: object): Promise<string> {
  const [inventoryItemId] = await records.inventoryItems(organizationId, fboAccountId, 1)
  const created = await direct(fboAccountId, key, { items: [{ inventoryItemId }], ...body })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body.data
  const reason = { reason: 'Not sent' }
  const cancelled = await api.post(`/v1/outbound-shipments/${id}/cancel`, { token, body: reason })
  assert.equal(cancelled.status, 200, cancelled.text)
  const withdraw = `/v1/inventory-items/${inventoryItemId}/withdraw`
  assert.equal((await api.post(withdraw, { token, body: reason })).status, 200)
  return id
}

const PLACE = { line1: 'Kajen Ollonborre', city: 'Malmö', countryCode: 'SE' }
const RECIPIENT = { name: 'Eve-Ollonborre', ...PLACE }

test('Erase also clears the recipients and metadata of its shipments, in stored responses too', async () => {
  const id = await records.fboAccount(organizationId, { firstName: 'Eve' })
  const [key, plainKey, metadataKey] = [newKey(), newKey(), newKey()]
  const metadata = { customer: 'Eve-Ollonborre' }
  const body = { recipient: RECIPIENT, metadata, service: 'Overnight' }
  const shipmentId = await sent(id, key, body)
  const plain = await sent(id, plainKey, { service: 'Overnight' })
  await sent(id, metadataKey, { metadata })
  const read = (shipment: string) => api.get(`/v1/outbound-shipments/${shipment}`, { token })
  const [before, plainBefore] = [await read(shipmentId), await read(plain)]
  assert.equal(before.body.data.recipient.name, RECIPIENT.name)
  const stored = await sql<{ answer: string }[]>`
    select answer from idempotency_keys
    where organization_id = ${organizationId} and key = any(${[key, plainKey, metadataKey]})
    order by key <> ${plainKey}`
  assert.equal(JSON.parse(stored[0]?.answer ?? '').data.id, plain)
  assert.equal(stored.length, 3)
  for (const { answer } of stored.slice(1)) assert.doesNotMatch(answer, /Ollonborre|"data"/)
  assert.equal((await erase(id)).status, 200)
  const after = await read(shipmentId)
  assert.deepEqual(after.body.data, { ...before.body.data, recipient: null, metadata: {} })
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  assert.equal((await read(plain)).text, plainBefore.text)
  const retry = () => direct(id, key, { items: [{ inventoryItemId: 'item_x' }], ...body })
  await assertCode(records, retry, [409, 'fbo_account_erased'])
  await assertInNoRow(sql, 'Ollonborre')
})

test('A shipment of an erased account takes no personal data', async () => {
  const id = await records.fboAccount(organizationId, { firstName: 'Eve' })
  assert.equal((await erase(id)).status, 200)
  const [inventoryItemId] = await records.inventoryItems(organizationId, id, 1)
  const items = [{ inventoryItemId }]
  const path = '/v1/outbound-shipments'
  const refused = {
    status: 409,
    code: 'fbo_account_erased',
    detail: 'The account was erased: its shipments take neither recipient nor metadata.',
  } as const
  for (const personal of [{ recipient: RECIPIENT }, { metadata: { customer: 'Eve-Ollonborre' } }]) {
    const body = { fboAccountId: id, items, ...personal }
    const response = await withoutWriting(records, () => api.post(path, { token, body }))
    assertRefused(response, { ...refused, instance: path })
  }
  const created = await api.post(path, { token, body: { fboAccountId: id, items } })
  assert.equal(created.status, 201, created.text)
  const instance = `${path}/${created.body.data.id}`
  const update = (body: object) => api.patch(instance, { token, body })
  const response = await withoutWriting(records, () => update({ recipient: RECIPIENT }))
  assertRefused(response, { ...refused, instance })
  assert.equal((await update({ service: 'Overnight' })).status, 200)
})
