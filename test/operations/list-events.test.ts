import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES, type EventType } from '../../src/domain/events.ts'
import { dataMembersOf } from '../../src/history/events/published-event.ts'
import { readFeed } from '../support/operations/event-feed.ts'
import { unsealed } from '../support/operations/unsealed.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault()
const { api, sql, records } = vault

// biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies freely
type Json = any

const feed = (token: string, query?: string) => readFeed(api, token, query)

const cursorOf = async (token: string) => (await feed(token, '?limit=1000')).pagination.cursor

/** Events behind the cursor. */
async function since(token: string, cursor: string): Promise<Json[]> {
  return (await feed(token, `?cursor=${cursor}`)).data
}

const brief = ({ type, subject, data }: Json) => [type, `${subject.type} ${subject.id}`, data]

test('An event says what, when, who, in which request, and about which record', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId, approver } = setup
  const cursor = await cursorOf(approver.token)
  const transfer = await setup.transfer()
  const request = { token: approver.token, headers: { 'X-Request-Id': 'request-7' } }
  const approved = await api.post(`/v1/transfers/${transfer.id}/approve`, request)
  assert.equal(approved.status, 200, approved.text)
  const [, event] = await since(approver.token, cursor)
  const { decidedAt } = approved.body.data
  assert.deepEqual(event, {
    id: event.id,
    type: 'transfer.completed',
    occurredAt: decidedAt,
    organizationId,
    actor: { tokenId: approver.id, owner: null, person: null, system: null },
    requestId: 'request-7',
    subject: { type: 'transfer', id: transfer.id },
    data: {
      version: 2,
      statusBefore: 'pending',
      statusAfter: 'completed',
      approvedBySystem: false,
      fromFboAccountId: setup.source,
      toFboAccountId: setup.destination,
      totalItems: 2,
      itemsPath: `/v1/transfers/${transfer.id}/items`,
    },
    sequence: null,
    chainHash: null,
  })
  const one = await api.get(`/v1/events/${event.id}`, { token: approver.token })
  assert.deepEqual(unsealed(one.body.data), event)
})

test('Each way to end a transfer is an event, also where no person did it', async () => {
  const setup = await TransferSetup.open(vault)
  const { token } = setup.approver
  const cursor = await cursorOf(token)
  const rejected = await setup.transfer()
  const cancelled = await setup.transfer()
  const expired = await setup.transfer()
  await setup.reject(rejected.id)
  await setup.cancel(cancelled.id)
  const expiresAt = await setup.expire(expired.id)
  const events = (await since(token, cursor)).slice(3)
  const seen = events.map(({ type, subject, actor, data }) => [
    ...[type, subject.id, actor.tokenId, actor.system],
    ...[data.statusBefore, data.statusAfter],
  ])
  assert.deepEqual(seen, [
    ['transfer.rejected', rejected.id, setup.approver.id, null, 'pending', 'rejected'],
    ['transfer.cancelled', cancelled.id, setup.creator.id, null, 'pending', 'cancelled'],
    ['transfer.expired', expired.id, null, 'expiry', 'pending', 'expired'],
  ])
  assert.equal(events[2].occurredAt, expiresAt)
  assert.equal(events[2].requestId, null)
})

test('What the policy approves, and what it leaves to a person, are events', async () => {
  const policy = { systemApproval: 'within_limits', systemApprovalMaxItems: 1 }
  const setup = await TransferSetup.insured(vault, policy)
  const { token } = setup.approver
  const cursor = await cursorOf(token)
  const small = await setup.transfer({ itemIds: await setup.items(1) })
  const large = await setup.transfer()
  const ended = (await since(token, cursor)).filter(({ type }) => type !== 'transfer.created')
  const seen = ended.map(({ type, subject, actor, data }) => [
    ...[type, subject.id, actor.system, data.approvedBySystem, data.reviewReasons],
  ])
  const byId = (one: unknown[], other: unknown[]) => String(one[1]).localeCompare(String(other[1]))
  const why = ['item_count_over_limit']
  assert.deepEqual(seen.toSorted(byId), [
    ['transfer.completed', small.id, 'policy', true, undefined],
    ['transfer.system_approval_declined', large.id, 'policy', undefined, why],
  ])
})

test('Accounts, items, policy and tokens', async () => {
  const { organizationId, token } = await records.owner()
  let cursor = await cursorOf(token)
  const next = async () => {
    const { data, pagination } = await feed(token, `?cursor=${cursor}`)
    cursor = pagination.cursor
    return data.map(brief)
  }
  const post = async (path: string, body: object = {}) => {
    const response = await api.post(path, { token, body })
    assert.ok(response.status < 300, response.text)
    return response.body.data
  }
  const account = await post('/v1/fbo-accounts', { firstName: 'Ada', isPrimary: true })
  const subject = `fbo_account ${account.id}`
  assert.deepEqual(await next(), [['fbo_account.created', subject, { isPrimary: true }]])

  const body = { email: 'ada@example.com', firstName: null, phone: null }
  await api.patch(`/v1/fbo-accounts/${account.id}`, { token, body })
  const updated = { version: 2, changedMembers: ['firstName', 'email'] }
  assert.deepEqual(await next(), [['fbo_account.updated', subject, updated]])

  const fboAccountId = account.id
  const item = await post('/v1/inventory-items', { fboAccountId })
  const items = await post('/v1/inventory-items', { items: [{ fboAccountId }, { fboAccountId }] })
  const ofItem = `inventory_item ${item.id}`
  const taken = { fboAccountId, statusAfter: 'in_vault' }
  const ids = items.map(({ id }: Json) => id)
  assert.deepEqual(await next(), [
    ['inventory_item.taken_in', ofItem, { ...taken, totalItems: 1, inventoryItemIds: [item.id] }],
    [
      ...['inventory_item.taken_in', `organization ${organizationId}`],
      { ...taken, totalItems: 2, inventoryItemIds: ids },
    ],
  ])

  for (const verb of ['hold', 'release', 'withdraw']) {
    await post(`/v1/inventory-items/${item.id}/${verb}`, { reason: 'Checked' })
  }
  const states = (statusBefore: string, statusAfter: string) => ({
    ...{ fboAccountId, statusBefore, statusAfter },
  })
  assert.deepEqual(await next(), [
    ['inventory_item.held', ofItem, states('in_vault', 'on_hold')],
    ['inventory_item.released', ofItem, states('on_hold', 'in_vault')],
    ['inventory_item.withdrawn', ofItem, states('in_vault', 'withdrawn')],
  ])

  const changes = { fourEyes: false, transferExpirySeconds: 60 }
  await api.patch('/v1/organization-policy', { token, body: changes })
  const before = { fourEyes: true, transferExpirySeconds: 1_209_600 }
  const change = { version: 1, changedMembers: Object.keys(changes), before, after: changes }
  const ofPolicy = `organization_policy ${organizationId}`
  assert.deepEqual(await next(), [['organization_policy.updated', ofPolicy, change]])

  const issued = await post('/v1/access-tokens', { permissions: ['events:read'] })
  const rotated = await post(`/v1/access-tokens/${issued.id}/rotate`, { graceDays: 0 })
  await post(`/v1/access-tokens/${rotated.id}/revoke`)
  const { id: newTokenId, expiresAt } = rotated
  const permissions = ['events:read']
  assert.deepEqual(await next(), [
    [
      ...['access_token.issued', `access_token ${issued.id}`],
      { permissions, expiresAt: issued.expiresAt },
    ],
    [
      ...['access_token.rotated', `access_token ${issued.id}`],
      { statusAfter: 'revoked', newTokenId, expiresAt },
    ],
    ['access_token.revoked', `access_token ${rotated.id}`, {}],
  ])
})

test('The steps of a shipment', async () => {
  const setup = await TransferSetup.open(vault)
  const { organizationId, creator, approver, source: fboAccountId } = setup
  const cursor = await cursorOf(approver.token)
  const [inventoryItemId] = await records.inventoryItems(organizationId, fboAccountId, 1)
  const body = { fboAccountId, items: [{ inventoryItemId }] }
  const created = await api.post('/v1/outbound-shipments', { token: creator.token, body })
  const { id } = created.body.data
  const ship = { carrier: 'Brinks', trackingNumber: '1Z' }
  const steps = ['inspect', 'submit', 'return-to-packing', 'hold', 'release', 'inspect', 'submit']
  for (const verb of [...steps, 'approve', 'ship', 'deliver']) {
    const sent = verb === 'ship' ? ship : verb === 'hold' ? { reason: 'Label missing' } : {}
    const path = `/v1/outbound-shipments/${id}/${verb}`
    const response = await api.post(path, { token: approver.token, body: sent })
    assert.equal(response.status, 200, response.text)
  }
  const events = await since(approver.token, cursor)
  const last = events.at(-1)
  assert.deepEqual(brief(last), [
    ...['outbound_shipment.delivered', `outbound_shipment ${id}`],
    {
      ...{ version: 11, statusBefore: 'shipped', statusAfter: 'delivered' },
      ...{ fboAccountId, totalItems: 1, itemsPath: `/v1/outbound-shipments/${id}/items` },
    },
  ])
  const types = events.map(({ type }) => type.replace('outbound_shipment.', ''))
  assert.deepEqual(types, [
    ...['created', 'inspecting', 'submitted', 'returned_to_packing', 'held', 'released'],
    ...['inspecting', 'submitted', 'approved', 'shipped', 'delivered'],
  ])
})

test('No event: a refusal, a dry run, a change that changes nothing, a repeated request', async () => {
  const setup = await TransferSetup.open(vault)
  const { token } = setup.approver
  const transfer = await setup.transfer()
  const spare = await records.token(setup.organizationId)
  await api.post(`/v1/access-tokens/${spare.id}/revoke`, { token })
  const key = { 'Idempotency-Key': 'once' }
  const first = { token, body: { firstName: 'Ada' }, headers: key }
  assert.equal((await api.post('/v1/fbo-accounts', first)).status, 201)
  const account = `/v1/fbo-accounts/${setup.source}`
  assert.equal((await api.patch(account, { token, body: { firstName: 'Ada' } })).status, 200)
  const cursor = await cursorOf(token)
  assert.equal((await setup.approve(transfer.id, setup.creator.token)).status, 403)
  const dryRun = `/v1/transfers/${transfer.id}/approve?validateOnly=true`
  assert.equal((await api.post(dryRun, { token })).status, 200)
  assert.equal((await api.patch(account, { token, body: { firstName: 'Ada' } })).status, 200)
  assert.equal((await api.post('/v1/fbo-accounts', first)).status, 201)
  assert.equal((await api.post(`/v1/access-tokens/${spare.id}/revoke`, { token })).status, 200)
  const policy = { token, body: { fourEyes: true } }
  assert.equal((await api.patch('/v1/organization-policy', policy)).status, 200)
  assert.deepEqual(await since(token, cursor), [])
})

const ELSEWHERE =
  /impo|evid|canc|era|insu|prim|pro[fv]|role|pass|reva|hook|point|sess|pers|given|n\.[cw]|[mrt].upd/

test('Every type of event is written, with no data but what the document says of it', async () => {
  const written = await sql<{ type: EventType; key: string | null }[]>`
    select distinct type, key from events left join jsonb_object_keys(data::jsonb) as key on true`
  // The others have files of their own.
  const here = (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => !ELSEWHERE.test(type))
  const undocumented = written.filter(({ type, key }) => key && !dataMembersOf(type).includes(key))
  const missing = here.filter((type) => !written.some((each) => each.type === type))
  assert.deepEqual({ missing, undocumented }, { missing: [], undocumented: [] })
})
