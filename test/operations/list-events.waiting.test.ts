import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BEGINNING, type FeedPlace } from '../../src/events/event-cursor.ts'
import { FeedWaits } from '../../src/events/read-feed.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault

test('A request that waits is answered by the next event, of its own organization alone', async () => {
  const { token } = await records.token(await records.organization())
  const { token: foreign } = await records.token(await records.organization())
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
  const { token } = await records.token(await records.organization())
  const { cursor } = (await api.get('/v1/events', { token })).body.pagination
  const response = await api.get(`/v1/events?cursor=${cursor}&wait=1`, { token })
  assert.deepEqual(response.body, { data: [], pagination: { cursor, hasMore: false } })
})

test('A service that stops answers the requests that wait', async () => {
  const other = await openVault()
  const { token } = await other.records.token(await other.records.organization())
  const { cursor } = (await other.api.get('/v1/events', { token })).body.pagination
  const waiting = other.api.get(`/v1/events?cursor=${cursor}&wait=30`, { token })
  await eventually(async () => other.app.connections.pending === 1, 'the request that waits')
  // As the process does when it stops.
  await other.app.drain.close(other.app.server, () => other.app.close(), 30_000)
  assert.deepEqual((await waiting).body, { data: [], pagination: { cursor, hasMore: false } })
})

test('A client that hangs up ends its wait', async () => {
  const place = { number: 7, mark: '5c1a3f0b' }
  const empty = { rows: [], place, hasMore: false }
  const hungUp = new AbortController()
  let reads = 0
  const wait = { after: BEGINNING, ms: 30_000, hungUp: hungUp.signal }
  const read = async (after: FeedPlace) => {
    assert.equal(after, reads === 0 ? BEGINNING : place, 'it reads on from there')
    reads += 1
    if (reads === 2) hungUp.abort()
    return empty
  }
  assert.equal(await new FeedWaits().until(read, wait), empty)
  assert.equal(reads, 2)
})
