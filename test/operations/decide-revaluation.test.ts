import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REASON, RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { assertCode, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Requests that wait for a second person, and what approve, reject and cancel do with them.
const vault = await openVault()
const { api, records } = vault
const setup = await RevaluationSetup.open(vault, { revaluationMaxCents: '100' })
const { creator, approver } = setup

const VERBS = ['approve', 'reject', 'cancel'] as const

test('A change over the limit waits: 202 with the revaluation, and nothing else is changed', async () => {
  const [one = '', two = '', same = ''] = await setup.items(3, '1000')
  const response = await setup.revalueAll([one, '1101'], [same, '1000'], [two, '1001'])
  assert.equal(response.status, 202, response.text)
  const { data, totals } = response.body
  const path = `/v1/revaluations/${data.id}`
  assert.deepEqual(totals, { revaluedItems: 2, fromValueCents: '3000', toValueCents: '3102' })
  const { organizationId } = setup.transfers
  assert.deepEqual(data, {
    ...{ id: data.id, organizationId, status: 'pending', totalItems: 2, reason: REASON },
    ...{ requestedByTokenId: creator.id, createdAt: data.createdAt },
    expiresAt: new Date(Date.parse(data.createdAt) + 1_209_600_000).toISOString(),
    ...{ decidedAt: null, decidedByTokenId: null, decisionReason: null },
    items: [
      { inventoryItemId: one, fromValueCents: '1000', toValueCents: '1101' },
      { inventoryItemId: two, fromValueCents: '1000', toValueCents: '1001' },
    ],
  })
  assert.match(data.id, /^reval_[0-9a-hjkmnp-tv-z]{26}$/)
  assert.equal(response.headers.get('location'), path)
  assert.equal(response.headers.get('etag'), '"1"')
  assert.deepEqual((await api.get(path, { token: approver.token })).body, {
    data: { ...data, approvals: [], approvalsRequired: 1 },
  })
  const { items: _, ...listed } = data
  assert.deepEqual((await setup.get('/v1/revaluations'))[0], listed)
  assert.deepEqual(await Promise.all([one, two].map((id) => setup.value(id))), ['1000', '1000'])
  const [event] = await setup.get(`/v1/events?subjectId=${data.id}`)
  assert.deepEqual([event.type, event.subject.type], ['revaluation.requested', 'revaluation'])
  const shown = { totalItems: 2, itemsPath: path }
  assert.deepEqual(event.data, { version: 1, statusAfter: 'pending', ...shown })
})

test('One item over the limit: 202, also in a dry run, which writes nothing', async () => {
  const id = await setup.item('1000')
  const items = [{ inventoryItemId: id, declaredValueCents: '899' }]
  const body = { items, reason: REASON }
  const path = '/v1/inventory-items/revalue'
  const { token } = creator
  const dryRun = () => api.post(`${path}?validateOnly=true`, { token, body })
  const dry = await withoutWriting(records, dryRun)
  assert.deepEqual([dry.status, dry.body.data.status], [202, 'pending'])
  const headers = { 'Idempotency-Key': `reval-${id}` }
  const first = await api.post(path, { token, body, headers })
  assert.equal(first.status, 202, first.text)
  const again = await withoutWriting(records, () => api.post(path, { token, body, headers }))
  assert.deepEqual([again.status, again.text], [202, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('approve gives every item its value, with the revaluation on record', async () => {
  const ids = await setup.items(25, '1000')
  const { id } = await setup.pending(ids.map((item, place) => [item, String(5_000 + place)]))
  const response = await setup.decide(id, 'approve')
  assert.equal(response.status, 200, response.text)
  const { status, decidedByTokenId, decidedAt, decisionReason } = response.body.data
  assert.deepEqual([status, decidedByTokenId, decisionReason], ['approved', approver.id, null])
  assert.equal(response.headers.get('etag'), '"2"')
  const read = await api.get(`/v1/revaluations/${id}`, { token: approver.token })
  assert.equal(read.text, response.text)
  for (const [place, item] of ids.entries()) {
    assert.equal(await setup.value(item), String(5_000 + place))
  }
  const member = 'declaredValueCents'
  const values = (place: number) => ({ fromValueCents: '1000', toValueCents: `${5_000 + place}` })
  const valuations = await setup.get(`/v1/corrections?subjectId=${ids[0]}`)
  const why = { reason: REASON, tokenId: creator.id, revaluationId: id }
  assert.deepEqual(valuations, [
    { number: 1, at: decidedAt, member, from: '1000', to: '5000', ...why },
  ])
  const events = (await setup.get('/v1/events?limit=1000')).slice(-3)
  const revalued = ids.map((inventoryItemId, place) => ({ inventoryItemId, ...values(place) }))
  const decided = { version: 2, statusBefore: 'pending', statusAfter: 'approved' }
  const of = { totalItems: 25, itemsPath: `/v1/revaluations/${id}` }
  const parts = [revalued.slice(0, 20), revalued.slice(20)].map((revaluedItems) => ({
    type: 'inventory_item.revalued',
    data: { totalItems: revaluedItems.length, revaluedItems },
  }))
  const approval = { type: 'revaluation.approved', data: { ...decided, ...of } }
  const shown = events.map(({ type, data }: Record<string, unknown>) => ({ type, data }))
  assert.deepEqual(shown, [approval, ...parts])
})

for (const [verb, status] of [
  ['reject', 'rejected'],
  ['cancel', 'cancelled'],
] as const) {
  test(`${verb} ends it with the reason, and the item keeps its value`, async () => {
    const item = await setup.item('1000')
    const { id } = await setup.pending([[item, '1']])
    const response = await setup.decide(id, verb)
    assert.equal(response.status, 200, response.text)
    const { data } = response.body
    assert.deepEqual([data.status, data.decisionReason], [status, 'Not so'])
    assert.equal(await setup.value(item), '1000')
    const events = await setup.get(`/v1/events?subjectId=${id}`)
    assert.equal(events.at(-1).type, `revaluation.${status}`)
  })
}

test('Whoever requested it cannot approve it, unless the policy turns four eyes off', async () => {
  const item = await setup.item('1000')
  const { id } = await setup.pending([[item, '1']])
  const { token } = creator
  for (const request of [
    () => setup.decide(id, 'approve', { token }),
    () => api.patch('/v1/organization-policy', { token, body: { fourEyes: false } }),
  ]) {
    await assertCode(records, request, [403, 'self_approval_forbidden'])
  }
  const other = await RevaluationSetup.open(vault, { revaluationMaxCents: '0', fourEyes: false })
  const own = await other.pending([[await other.item('1000'), '1']])
  const approved = await other.decide(own.id, 'approve', { token: other.creator.token })
  assert.equal(approved.status, 200, approved.text)
})

for (const status of ['approved', 'rejected', 'cancelled', 'expired']) {
  test(`One that is ${status} refuses each decision, with its status`, async () => {
    const { id } = await setup.pending([[await setup.item('1000'), '1']])
    const verb = VERBS.find((each) => status.startsWith(each))
    await (verb === undefined ? setup.expire(id) : setup.decide(id, verb))
    for (const verb of VERBS) {
      assertRefused(await withoutWriting(records, () => setup.decide(id, verb)), {
        status: 409,
        code: 'invalid_state_transition',
        detail: `The revaluation is ${status} and does not accept ${verb}: it accepts nothing now.`,
        instance: `/v1/revaluations/${id}/${verb}`,
        members: { currentStatus: status, allowed: [] },
      })
    }
  })
}

test('An expired one shows as expired at its time, with another version, and nothing is written', async () => {
  const { id } = await setup.pending([[await setup.item('1000'), '1']])
  await setup.expire(id)
  const { token } = approver
  const read = await withoutWriting(records, () => api.get(`/v1/revaluations/${id}`, { token }))
  const { status, decidedAt, expiresAt } = read.body.data
  assert.deepEqual([status, decidedAt], ['expired', expiresAt])
  assert.equal(read.headers.get('etag'), '"2"')
  for (const wanted of ['expired', 'pending']) {
    const listed: { id: string }[] = await setup.get(`/v1/revaluations?status=${wanted}&limit=100`)
    assert.equal(listed.map((each) => each.id).includes(id), wanted === 'expired')
  }
})

test('approve is refused where an item left or has another value by now, and names it', async () => {
  const [gone = '', other = '', fine = ''] = await setup.items(3, '1000')
  const { id } = await setup.pending([gone, other, fine].map((item) => [item, '9']))
  const body = { reason: 'Sold' }
  await api.post(`/v1/inventory-items/${gone}/withdraw`, { token: approver.token, body })
  assert.equal((await setup.revalueAll([other, '1001'])).status, 200)
  const approve = () => setup.decide(id, 'approve')
  const outdated = await assertCode(records, approve, [409, 'revaluation_outdated'])
  assert.deepEqual(outdated.inventoryItemIds, [gone, other])
  assert.equal(outdated.inventoryItemsTotal, 2)
  assert.equal((await setup.decide(id, 'reject')).status, 200)
})
