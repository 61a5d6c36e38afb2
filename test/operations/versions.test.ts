import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Versions of accounts, transfers and shipments beside what test/contract/if-match.test.ts proves
// of every operation.
const vault = await openVault()
const { api, records, sql } = vault
const transfers = await TransferSetup.open(vault)
const shipments = await ShipmentSetup.open(vault)

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

test('A change that leaves an account as it was keeps its version', async () => {
  const id = await made.account()
  for (const body of [{ phone: null }, { phone: '112' }, { phone: '112' }, { phone: '113' }]) {
    await ask('account', id, {}, body)
  }
  assert.equal(etagOf(await get('account', id)), '"3"')
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
