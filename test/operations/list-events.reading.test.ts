import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Refusal } from '../../src/domain/errors.ts'
import { FeedWaits } from '../../src/history/events/feed-waits.ts'
import { BEGINNING, type FeedPlace } from '../../src/history/events/read-feed.ts'
import { drain } from '../../src/http/transport/connections.ts'
import { readFeed } from '../support/operations/event-feed.ts'
import { unsealed } from '../support/operations/unsealed.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault

// biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies freely
type Json = any

const feed = (token: string, query?: string) => readFeed(api, token, query)

test('Filters: type, record, actor, time; the cursor passes over what they leave out', async () => {
  const setup = await TransferSetup.open(vault)
  const { token, id: tokenId } = setup.approver
  const transfer = await setup.transfer()
  await setup.approve(transfer.id)
  await setup.transfer()
  const { data: all, pagination } = await feed(token, '?limit=1000')
  const filtered = async (query: string, keep: (event: Json) => boolean) => {
    const page = await feed(token, `?${query}`)
    assert.deepEqual(page.data, all.filter(keep), query)
    assert.ok(page.data.length > 0 && page.data.length < all.length, query)
    assert.deepEqual(page.pagination, pagination)
  }
  await filtered('type=transfer.created', ({ type }) => type === 'transfer.created')
  await filtered(`subjectId=${transfer.id}`, ({ subject }) => subject.id === transfer.id)
  await filtered(`actorTokenId=${tokenId}`, ({ actor }) => actor.tokenId === tokenId)
  const { occurredAt } = all.at(-1)
  await filtered(`occurredFrom=${occurredAt}`, (one) => one.occurredAt >= occurredAt)
  await filtered(`occurredBefore=${occurredAt}`, (one) => one.occurredAt < occurredAt)
  const both = `type=transfer.completed&subjectId=${transfer.id}`
  await filtered(both, ({ type }) => type === 'transfer.completed')
})

test('A cursor that no page gave, and one of another feed, are refused', async () => {
  const { token } = await records.owner()
  const ahead = Buffer.from('1 7 5c1a3f0b').toString('base64url')
  // The number of an event that is there, and the mark of another one.
  const otherwise = Buffer.from('1 1 5c1a3f0b').toString('base64url')
  const detail = {
    wrong:
      'cursor must come from a page of this feed: send the last one, or leave cursor out to start over.',
    ahead:
      'cursor is of a feed that has gone on otherwise, so the vault was restored from a backup: ' +
      'leave cursor out, and skip the events that you have by their id and occurredAt.',
  }
  for (const cursor of ['x', 'MQ', '', `${ahead}=`, Buffer.from('1 -1').toString('base64url')]) {
    const response = await withoutWriting(records, () =>
      api.get(`/v1/events?cursor=${cursor}`, { token }),
    )
    const code = 'invalid_parameter'
    const errors = [{ pointer: '/cursor', in: 'query', code, detail: detail.wrong }]
    assertRefused(response, { status: 400, code, instance: '/v1/events', errors })
  }
  const { token: stranger } = await records.owner()
  const { cursor: foreign } = (await feed(stranger, '?limit=1')).pagination
  for (const cursor of [ahead, otherwise, foreign]) {
    const response = await api.get(`/v1/events?cursor=${cursor}`, { token })
    assert.equal(response.status, 400)
    assert.equal(response.body.detail, detail.ahead)
  }
})

test('An event is found by its id, and by none with another number, digest or form', async () => {
  const { token } = await records.owner()
  const body = { firstName: 'Ada', email: 'ada@example.com' }
  const created = await api.post('/v1/fbo-accounts', { token, body })
  const { data } = (await api.get('/v1/events', { token })).body
  const event = data.at(-1)
  const response = await withoutWriting(records, () => api.get(`/v1/events/${event.id}`, { token }))
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(unsealed(response.body.data), unsealed(event))
  assert.equal(event.subject.id, created.body.data.id)
  assert.doesNotMatch(response.text, /Ada|example\.com/, 'an event has no personal data')
  const digest = event.id.slice(event.id.lastIndexOf('_'))
  for (const unknown of [`evt_1${digest}`, `evt_999${digest}`, `${event.id}0`, 'evt_1']) {
    const { status, body } = await api.get(`/v1/events/${unknown}`, { token })
    assert.deepEqual([status, body.code], [404, 'event_not_found'], unknown)
  }
})

test('A request that waits is answered by the next event, of its own organization alone', async () => {
  const { token } = await records.owner()
  const { token: foreign } = await records.owner()
  const { cursor } = (await api.get('/v1/events', { token })).body.pagination
  let isAnswered = false
  const waiting = api.get(`/v1/events?cursor=${cursor}&wait=30`, { token }).finally(() => {
    isAnswered = true
  })
  await eventually(async () => vault.app.connections.pending >= 1, 'the request that waits')
  await api.post('/v1/fbo-accounts', { token: foreign, body: { firstName: 'Eve' } })
  assert.equal(isAnswered, false)
  const created = await api.post('/v1/fbo-accounts', { token, body: { firstName: 'Ada' } })
  const { data, pagination } = (await waiting).body
  assert.deepEqual(
    data.map(({ subject }: { subject: { id: string } }) => subject.id),
    [created.body.data.id],
  )
  assert.notEqual(pagination.cursor, cursor)
})

test('Without an event, the wait ends with an empty page and the same cursor', async () => {
  const { token } = await records.owner()
  const { cursor } = (await api.get('/v1/events', { token })).body.pagination
  const response = await api.get(`/v1/events?cursor=${cursor}&wait=1`, { token })
  assert.deepEqual(response.body, { data: [], pagination: { cursor, hasMore: false } })
})

test('A service that stops answers the requests that wait', async () => {
  const other = await openOwnVault()
  const { token } = await other.records.owner()
  const { cursor } = (await other.api.get('/v1/events', { token })).body.pagination
  const waiting = other.api.get(`/v1/events?cursor=${cursor}&wait=30`, { token })
  await eventually(async () => other.app.connections.pending === 1, 'the request that waits')
  // As the process does when it stops.
  await drain(other.app, () => other.app.close(), 30_000)
  assert.deepEqual((await waiting).body, { data: [], pagination: { cursor, hasMore: false } })
})

const place = { number: 7, mark: '5c1a3f0b' }
const empty = { rows: [], place, hasMore: false }
const waiter = { organizationId: 'org_1', tokenId: 'tok_1' }

test('A client that hangs up ends its wait', async () => {
  const hungUp = new AbortController()
  const afters: FeedPlace[] = []
  const numbers = [7, 8, 9]
  const feed = {
    read: async (after: FeedPlace) => {
      afters.push(after)
      return empty
    },
    lastNumber: async () => {
      if (numbers.length === 1) hungUp.abort()
      return numbers.shift() as number
    },
  }
  const wait = { after: BEGINNING, ms: 30_000, hungUp: hungUp.signal }
  assert.equal(await new FeedWaits().until(waiter, { ...feed, ...wait }), empty)
  assert.deepEqual(afters, [BEGINNING, place], 'it reads on from there where the feed went on')
})

test('Requests that wait share one look a fifth of a second for their organization', async (t) => {
  const organizationId = await records.organization()
  const tokens = await Promise.all(
    Array.from({ length: 10 }, async () => (await records.token(organizationId)).token),
  )
  const [other = ''] = tokens
  const { cursor } = (await api.get('/v1/events?limit=1000', { token: other })).body.pagination
  const waiting = tokens.flatMap((token) =>
    Array.from({ length: 10 }, () => api.get(`/v1/events?cursor=${cursor}&wait=30`, { token })),
  )
  await eventually(async () => vault.app.connections.pending >= 100, 'the requests that wait')
  // Those that were counted as arrived may still read their first page.
  await delay(300)
  let statements = 0
  const { page } = vault.database
  vault.database.page = (caller, statement) => {
    statements += 1
    return page(caller, statement)
  }
  await delay(1_000)
  vault.database.page = page
  t.diagnostic(`${statements} statements in a second`)
  assert.ok(statements >= 2 && statements <= 6, `${statements} statements in a second`)
  const path = `/v1/events?cursor=${cursor}&wait=30`
  const eleventh = await api.get(path, { token: other })
  assert.equal(eleventh.status, 429)
  assert.equal(eleventh.headers.get('retry-after'), '1')
  assert.match(eleventh.body.detail, /^This token has 10 requests that wait for events: /)
  const { token } = await records.owner()
  await api.post('/v1/fbo-accounts', { token: other, body: { firstName: 'Ada' } })
  const numbers = (await Promise.all(waiting)).map(({ body }) => body.data.length)
  assert.deepEqual(numbers, Array(100).fill(1))
  assert.equal((await api.get('/v1/events?wait=1', { token })).status, 200)
})

test('Those that wait are bounded by token, organization and process; each leaves its place', async () => {
  const waits = new FeedWaits()
  const feed = { read: async () => empty, lastNumber: async () => 7 }
  const stays: Promise<unknown>[] = []
  const wait = (tokenId: string, organizationId: string, ms = 30_000) =>
    waits.until(
      { tokenId, organizationId },
      { ...feed, after: place, ms, hungUp: new AbortController().signal },
    )
  const refused = (code: string) => (error: unknown) => (error as Refusal).code === code
  for (let number = 0; number < 1_000; number += 1) {
    stays.push(wait(`tok_${Math.floor(number / 10)}`, `org_${Math.floor(number / 100)}`))
  }
  await delay(0)
  await assert.rejects(wait('tok_0', 'org_0'), refused('rate_limited'))
  await assert.rejects(wait('tok_new', 'org_0'), refused('rate_limited'))
  await assert.rejects(wait('tok_new', 'org_new'), refused('temporarily_unavailable'))
  assert.equal(await wait('tok_0', 'org_0', 0), empty, 'it need not wait')
  waits.stop()
  assert.deepEqual(new Set(await Promise.all(stays)), new Set([empty]))
  assert.equal(await wait('tok_0', 'org_0'), empty, 'after the stop nothing waits')
})
