import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId } = setup
const { token, id: tokenId } = setup.creator

const PERSON = {
  firstName: 'Ada-9144',
  lastName: 'Lindqvist-9144',
  email: 'ada-9144@example.com',
  phone: '+46 8 914 400',
  businessName: 'Lindqvist-9144 AB',
}
const CLEARED = { firstName: null, lastName: null, email: null, phone: null, businessName: null }
const REASON = 'Case 2026-118'

type More = { headers?: Record<string, string>; reason?: string; query?: string }

function erase(id: string, { headers = {}, reason = REASON, query = '' }: More = {}) {
  const path = `/v1/fbo-accounts/${id}/erase${query}`
  return api.post(path, { token, body: { reason }, headers })
}

/** Creates an account over HTTP. */
async function create(body: object = PERSON, key = randomUUID()): Promise<ApiResponse> {
  const headers = { 'Idempotency-Key': key }
  return await api.post('/v1/fbo-accounts', { token, body, headers })
}

const get = (id: string) => api.get(`/v1/fbo-accounts/${id}`, { token })

/** The events of the account, without what depends on the run. */
async function eventsOf(id: string) {
  const { body } = await api.get(`/v1/events?subjectId=${id}`, { token })
  return body.data
}

test('Erase clears the contact details for good, and keeps the rest', async () => {
  const created = (await create({ ...PERSON, maxInsuredValueCents: '500' })).body.data
  const response = await erase(created.id)
  assert.equal(response.status, 200, response.text)
  const { erasedAt, ...rest } = response.body.data
  assert.deepEqual(rest, { ...created, ...CLEARED, erasureReason: REASON })
  assert.ok(Math.abs(Date.parse(erasedAt) - Date.now()) < 60_000)
  assert.equal(response.headers.get('etag'), '"2"')
  const read = await get(created.id)
  assert.deepEqual(read.body.data, { ...created, ...CLEARED })
  assert.equal(read.headers.get('etag'), '"2"')
})

test('An erasure is an event: which members were cleared, by whom, nothing personal', async () => {
  const { id } = (await create({ firstName: 'Ada-9144', phone: PERSON.phone })).body.data
  const { headers, body } = await erase(id)
  const events = await eventsOf(id)
  assert.equal(events.length, 2)
  const { id: _, organizationId: owner, sequence, chainHash, ...event } = events[1]
  assert.deepEqual(event, {
    type: 'fbo_account.erased',
    occurredAt: body.data.erasedAt,
    actor: { tokenId, owner: null, person: null, system: null },
    requestId: headers.get('x-request-id'),
    subject: { type: 'fbo_account', id },
    data: { version: 2, changedMembers: ['firstName', 'phone'] },
  })
})

test('An account without contact details is erased too', async () => {
  const id = await records.fboAccount(organizationId)
  assert.equal((await erase(id)).status, 200)
  assert.deepEqual((await eventsOf(id)).at(-1).data, { version: 2, changedMembers: [] })
})

test('Erasing again changes nothing, whatever the reason, and returns the same', async () => {
  const { id } = (await create()).body.data
  const first = await erase(id)
  const again = await withoutWriting(records, () => erase(id, { reason: 'Another reason' }))
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
})

test('An erased account cannot be updated, with or without other updates at once', async () => {
  const { id } = (await create()).body.data
  const others = [
    await records.fboAccount(organizationId),
    await records.fboAccount(organizationId),
  ]
  await erase(id)
  const refused = {
    status: 409,
    code: 'fbo_account_erased',
    detail: 'The account was erased and cannot be changed: open a new one.',
    instance: `/v1/fbo-accounts/${id}`,
  } as const
  const update = (which: string, body: object = { email: PERSON.email }) =>
    api.patch(`/v1/fbo-accounts/${which}`, { token, body })
  assertRefused(await withoutWriting(records, () => update(id)), refused)
  assertRefused(await withoutWriting(records, () => update(id, { email: null })), refused)
  // Those behind the first one share a statement.
  const several = await Promise.all([others[0], id, others[1], id].map((one) => update(one ?? '')))
  assert.deepEqual(
    several.map(({ status }) => status),
    [200, 409, 200, 409],
  )
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
  const transfer = { fromFboAccountId: source, toFboAccountId: id, items }
  for (const [path, body, pointer] of [
    ['/v1/transfers', transfer, '/toFboAccountId'],
    ['/v1/inventory-items', { fboAccountId: id }, '/fboAccountId'],
  ] as const) {
    const refused = await withoutWriting(records, () => api.post(path, { token, body }))
    assert.deepEqual(
      [refused.status, refused.body.errors[0].pointer, refused.body.code],
      [404, pointer, 'fbo_account_not_found'],
    )
  }
  const next = await api.post('/v1/fbo-accounts', { token, body: { isPrimary: true } })
  assert.equal(next.status, 201, next.text)
})

test('No row of the vault has the personal data afterwards, nor can a retry read it', async () => {
  const person = { ...PERSON, firstName: 'Mark-7731', email: 'mark-7731@example.com' }
  const key = randomUUID()
  const { id } = (await create(person, key)).body.data
  assert.equal((await create(person, key)).headers.get('idempotent-replayed'), 'true')
  const otherKey = randomUUID()
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
  assertRefused(await withoutWriting(records, () => create(person, key)), refused)
  assertRefused(await withoutWriting(records, () => create({ firstName: 'Eve' }, key)), refused)
  // The response of another account is still repeated.
  assert.deepEqual((await create(PERSON, otherKey)).body, other.body)
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`
  for (const { name } of tables) {
    const rows = await sql`
      select from ${sql(name)} as record where lower(record::text) like '%mark-7731%'`
    assert.equal(rows.length, 0, name)
  }
})

test('The database refuses to fill an erased account again', async () => {
  const { id } = (await create()).body.data
  await erase(id)
  const filled = sql`update fbo_accounts set email = 'a@b' where id = ${id}`
  await assert.rejects(filled, /"fbo_accounts_erasure"/)
})
