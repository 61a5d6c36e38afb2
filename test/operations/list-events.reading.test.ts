import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFeed } from '../support/operations/event-feed.ts'
import { unsealed } from '../support/operations/unsealed.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault

// biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies freely
type Json = any

const feed = (token: string, query?: string) => readFeed(api, token, query)

test('A reader that follows the cursor reads each event once, whatever the limit', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  for (let made = 0; made < 9; made += 1) {
    await api.post('/v1/fbo-accounts', { token, body: { firstName: `${made}` } })
  }
  const whole = await feed(token, '?limit=1000')
  assert.equal(whole.pagination.hasMore, false)
  assert.equal(whole.data.length, 10)
  for (const limit of [1, 3, 10]) {
    const read: Json[] = []
    for (let query = ''; ; ) {
      const { data, pagination } = await feed(token, `?limit=${limit}${query}`)
      read.push(...data)
      query = `&cursor=${pagination.cursor}`
      if (!pagination.hasMore) break
    }
    assert.deepEqual(read, whole.data)
  }
  const { data, pagination } = await feed(token, `?cursor=${whole.pagination.cursor}`)
  assert.deepEqual(data, [])
  assert.deepEqual(pagination, whole.pagination)
})

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
  const { token } = await records.token(await records.organization())
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
  for (const cursor of [ahead, otherwise]) {
    const response = await api.get(`/v1/events?cursor=${cursor}`, { token })
    assert.equal(response.status, 400)
    assert.equal(response.body.detail, detail.ahead)
  }
})

test('An event is found by its id, and by none with another number, digest or form', async () => {
  const { token } = await records.token(await records.organization())
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
