import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogueRequest } from '../support/catalogue/row.ts'
import { claimOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { entriesOf } from '../support/vault/links.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { assertReplayed, newKey } from '../support/vault/replays.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Rules of every key and every dry run, shown with Create Transfer.
const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const transfers = await TransferSetup.open(vault)
const shipments = await ShipmentSetup.open(vault)
const as = setup.creator.token

interface Sent {
  readonly key?: string
  readonly query?: string
}

function send({ path, body }: CatalogueRequest, { key, query = '' }: Sent = {}) {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  return api.post(`${path}${query}`, { token: as, body, headers })
}

async function transferRequest(): Promise<CatalogueRequest> {
  const ids = await setup.items(2)
  const items = ids.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const body = { fromFboAccountId: setup.source, toFboAccountId: setup.destination, items }
  return { method: 'POST', path: '/v1/transfers', body }
}

test('A dry run is refused with every violation, like the request itself', async () => {
  const sent = await transferRequest()
  assert.equal((await send(sent)).status, 201)
  const refused = await send(sent)
  const dryRun = await withoutWriting(records, () => send(sent, { query: '?validateOnly=true' }))
  const { requestId: _, ...problem } = refused.body
  const { requestId: __, ...tried } = dryRun.body
  assert.equal(dryRun.status, 409)
  assert.deepEqual(tried, problem)
  const odd = await send(sent, { query: '?validateOnly=yes' })
  assert.equal(odd.body.errors[0].pointer, '/validateOnly')
})

test('A dry run under a used key returns the stored response', async () => {
  const sent = await transferRequest()
  const key = newKey()
  const first = await send(sent, { key })
  const dryRun = await send(sent, { key, query: '?validateOnly=true' })
  assertReplayed(dryRun, first)
})

test('An invalid key is refused, with all other violations', async () => {
  const before = await records.fingerprint()
  for (const key of ['', ' ', 'a b', '"a', '"a b"', '""', '"a\\b"', 'ä', 'x'.repeat(256)]) {
    const { status, body } = await send(
      { method: 'POST', path: '/v1/transfers', body: {} },
      { key },
    )
    const { pointer, in: place, code } = body.errors.at(-1)
    const found = [status, pointer, place, code]
    assert.deepEqual(found, [400, '/Idempotency-Key', 'header', 'invalid_format'], key)
    assert.ok(body.errors.length > 1)
  }
  assert.equal(await records.fingerprint(), before)
})

test('A key may have 255 characters, be quoted, and have quotes in it', async () => {
  for (const [key, same] of [
    ['x'.repeat(255), `"${'x'.repeat(255)}"`],
    ['!~', '"!~"'],
    ['a"\\b', '"a\\"\\\\b"'],
  ] as const) {
    const sent = await transferRequest()
    const first = await send(sent, { key })
    assert.equal(first.status, 201, first.text)
    assertReplayed(await send(sent, { key: same }), first)
  }
})

test('The order of members and white space do not make another request', async () => {
  const sent = await transferRequest()
  const key = newKey()
  const first = await send(sent, { key })
  const members = Object.entries(sent.body as object).reverse()
  const rawBody = JSON.stringify(Object.fromEntries(members), undefined, 2)
  const headers = { 'Idempotency-Key': key, 'content-type': 'application/json' }
  assertReplayed(await api.post(sent.path, { token: as, rawBody, headers }), first)
})

test('A key expires after seven days, and old keys are deleted a few at a time', async () => {
  const sent = await transferRequest()
  const key = newKey()
  await send(sent, { key })
  const aged = (age: string) => sql`
    update idempotency_keys set created_at = now() - ${age}::text::interval
    where organization_id = ${setup.organizationId} and key = ${key}`
  await aged('6 days 23 hours 59 minutes')
  assert.equal((await send(sent, { key })).status, 201)
  await aged('7 days 1 second')
  const late = await send(sent, { key })
  assert.equal(late.body.code, 'item_not_in_vault', 'the change itself is never forgotten')
  const kept = () => sql`select key from idempotency_keys
    where organization_id = ${setup.organizationId} and created_at < now() - interval '7 days'`
  assert.equal((await kept()).length, 1)
  const again = await send(await transferRequest(), { key })
  assert.equal(again.status, 201, again.text)
  const found = await api.get(`/v1/transfers?idempotencyKey=${key}`, { token: as })
  assert.equal(found.body.data.length, 2)
  await sql`
    insert into idempotency_keys (organization_id, operation, key, request_sha256, status, headers,
      answer, created_at)
    select ${setup.organizationId}, 'createTransfer', 'old' || n, sha256('x'), 201, '{}', '',
      now() - interval '8 days'
    from generate_series(1, 5) as n`
  assert.equal((await kept()).length, 5)
  for (const left of [3, 1, 0]) {
    await send(await transferRequest(), { key: newKey() })
    assert.equal((await kept()).length, left)
  }
})

test('A transfer batch keeps its key: lists find it by the key, and its details show it', async () => {
  const sent = await transferRequest()
  const key = newKey()
  const { body } = await send(sent, { key: `"${key}"` })
  await sql`
    delete from idempotency_keys
    where organization_id = ${setup.organizationId} and key = ${key}`
  const found = await api.get(`/v1/transfers?idempotencyKey=${key}`, { token: as })
  assert.deepEqual(entriesOf(found), [body.data.id])
  assert.equal(found.body.data[0].idempotencyKey, key)
  assert.equal((await setup.get(body.data.id)).body.data.idempotencyKey, key)
  const nothing = await api.get('/v1/transfers?idempotencyKey=never', { token: as })
  assert.deepEqual(nothing.body.data, [])
})

// Versions of accounts, transfers and shipments beside what test/contract/if-match.test.ts proves
// of every operation.

const KINDS = {
  account: { path: '/v1/fbo-accounts', token: transfers.approver.token },
  transfer: { path: '/v1/transfers', token: transfers.approver.token },
  shipment: { path: '/v1/outbound-shipments', token: shipments.approver.token },
} as const

type Kind = keyof typeof KINDS

const made: Record<Kind, () => Promise<string>> = {
  account: () => records.fboAccount(transfers.organizationId),
  transfer: async () => (await transfers.transfer()).id,
  shipment: async () => await shipments.create(await shipments.items(1)),
}

const kinds = Object.keys(KINDS) as Kind[]
/** A change of a new record of each kind: method, end of the path and body. */
const CHANGES: Record<Kind, readonly [method: string, verb: string, body: object]> = {
  account: ['PATCH', '', { email: 'ada@example.com' }],
  transfer: ['POST', '/approve', {}],
  shipment: ['POST', '/inspect', {}],
}

function ask(kind: Kind, id: string, headers: Record<string, string>, sent?: object) {
  const { path, token } = KINDS[kind]
  const [method, verb, body] = CHANGES[kind]
  return api.request(method, `${path}/${id}${verb}`, { token, body: sent ?? body, headers })
}

function get(kind: Kind, id: string): Promise<ApiResponse> {
  const { path, token } = KINDS[kind]
  return api.get(`${path}/${id}`, { token })
}

const etagOf = ({ headers }: ApiResponse) => headers.get('etag')

for (const kind of kinds) {
  test(`Of twenty simultaneous changes of one ${kind} at the same version one succeeds`, async () => {
    const id = await made[kind]()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => ask(kind, id, { 'If-Match': '"1"' })),
    )
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...Array<number>(19).fill(412)])
    assert.equal(etagOf(await get(kind, id)), '"2"')
  })
}

test('A created record has version 1 in its response', async () => {
  const { token } = transfers.creator
  const account = await api.post('/v1/fbo-accounts', { token, body: {} })
  assert.equal(etagOf(account), '"1"')
  const items = [{ inventoryItemId: (await transfers.items(1))[0], reason: 'trade' }]
  const accounts = { fromFboAccountId: transfers.source, toFboAccountId: transfers.destination }
  const transfer = await api.post('/v1/transfers', { token, body: { ...accounts, items } })
  assert.equal(etagOf(transfer), '"1"')
  const shipment = await api.post('/v1/outbound-shipments', {
    token: shipments.creator.token,
    body: { fboAccountId: shipments.fboAccountId, items: claimOf(await shipments.items(1)) },
  })
  assert.equal(etagOf(shipment), '"1"')
})

test('Without If-Match the last write wins, member by member', async () => {
  const id = await made.account()
  const bodies = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? { email: `a${index}@b` } : { phone: `11${index}` },
  )
  const sent = bodies.map((body) => ask('account', id, {}, body))
  for (const response of await Promise.all(sent)) assert.equal(response.status, 200)
  const { data } = (await get('account', id)).body
  assert.match(data.email, /^a\d*[02468]@b$/)
  assert.match(data.phone, /^11\d*[13579]$/)
  assert.equal(etagOf(await get('account', id)), '"21"')
})

test('A stale version is reported before the state: a decided transfer, a cancelled shipment', async () => {
  const transfer = await made.transfer()
  await transfers.approve(transfer)
  const late = await ask('transfer', transfer, { 'If-Match': '"1"' })
  assert.equal(late.body.code, 'version_conflict')
  assert.equal((await ask('transfer', transfer, { 'If-Match': '"2"' })).status, 409)
  const shipment = await made.shipment()
  await shipments.move(shipment, 'cancel')
  const tooLate = await ask('shipment', shipment, { 'If-Match': '"1"' })
  assert.equal(tooLate.body.code, 'version_conflict')
})

test('A transfer that the system approves after the response has the next version', async () => {
  const other = await TransferSetup.open(vault)
  await other.decide({ systemApproval: 'within_limits', systemApprovalMaxItems: 5 })
  await sql`
    update fbo_accounts set max_insured_value_cents = 100 where id = ${other.destination}`
  const { id, created } = await other.transfer()
  assert.equal(created.status, 'pending')
  const now = await other.get(id)
  assert.equal(now.body.data.status, 'completed', now.text)
  assert.notEqual(etagOf(now), '"1"')
})
