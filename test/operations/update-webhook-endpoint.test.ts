import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS, EndpointSetup, withoutWaiting } from '../support/operations/endpoint-setup.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await EndpointSetup.open(vault)

async function updated(id: string, body: object) {
  const response = await setup.ask('PATCH', `/${id}`, { body })
  assert.equal(response.status, 200, response.text)
  return response
}

/** The endpoint of a response without what waits. */
function shown({ body }: Awaited<ReturnType<typeof updated>>) {
  return withoutWaiting(body.data)
}

test('Each change gives the whole endpoint, the next version and an event without the URL', async () => {
  const { secret: _, ...made } = await setup.endpoint({ types: ['transfer.created'] })
  const { id } = made
  const before = await setup.lastEvent()
  const url = 'https://example.com/other?key=hidden'
  const types = ['transfer.completed', 'transfer.created']
  const first = await updated(id, { url })
  assert.deepEqual(shown(first), { ...made, url })
  assert.equal(first.headers.get('etag'), '"2"')
  const second = await updated(id, { types, enabled: true })
  assert.deepEqual(shown(second), { ...made, url, types })
  const third = await updated(id, { url, types: null, enabled: false })
  const health = { ...made.health, status: 'disabled' }
  const disabled = { enabled: false, disabledReason: 'by_request' }
  assert.deepEqual(shown(third), { ...made, url, types: null, ...disabled, health })
  assert.deepEqual(shown(third), withoutWaiting(await setup.read(id)))
  assert.equal(third.headers.get('etag'), '"4"')
  const only = ['transfer.created']
  assert.deepEqual(await setup.eventsAfter(before), [
    setup.event(id, 'updated', { version: 2, changedMembers: ['url'] }),
    setup.event(id, 'updated', {
      version: 3,
      changedMembers: ['types'],
      before: { types: only },
      after: { types },
    }),
    setup.event(id, 'updated', {
      version: 4,
      changedMembers: ['types'],
      before: { types },
      after: { types: null },
    }),
    setup.event(id, 'disabled', { version: 4, disabledReason: 'by_request' }),
  ])
})

test('An endpoint that failures disabled is enabled with all of its time again', async () => {
  const { id } = await setup.endpoint()
  const failing = async () => {
    await sql`
      update webhook_endpoints set is_enabled = false, disabled_reason = 'failing' where id = ${id}`
    await sql`
      update webhook_endpoint_health set failing_since = now(), last_error = 'timeout'
      where endpoint_id = ${id}`
  }
  await failing()
  const before = await setup.lastEvent()
  const response = await updated(id, { enabled: true })
  const { enabled, disabledReason, health } = response.body.data
  assert.deepEqual([enabled, disabledReason, health.status], [true, null, 'healthy'])
  assert.equal(health.lastError, null)
  assert.deepEqual(withoutWaiting(await setup.read(id)), shown(response))
  const [row] = await sql`
    select is_enabled, failing_since, last_error from webhook_endpoints
    join webhook_endpoint_health using (organization_id) where endpoint_id = id and id = ${id}`
  assert.deepEqual(row, { isEnabled: true, failingSince: null, lastError: null })
  assert.deepEqual(await setup.eventsAfter(before), [setup.event(id, 'enabled', { version: 3 })])
  // Disabled once more by a request, it keeps the reason that it has.
  await failing()
  const again = await withoutWriting(records, () => updated(id, { enabled: false }))
  assert.equal(again.body.data.disabledReason, 'failing')
})

test('A failing endpoint that is enabled already keeps the time since when it fails', async () => {
  const { id, url } = await setup.endpoint()
  await sql`update webhook_endpoint_health set failing_since = now() where endpoint_id = ${id}`
  const same = await withoutWriting(records, () => updated(id, { enabled: true }))
  assert.equal(same.body.data.health.status, 'failing')
  const other = await updated(id, { url, types: ['transfer.created'] })
  assert.equal(other.body.data.health.status, 'failing')
  assert.deepEqual(withoutWaiting(await setup.read(id)), shown(other))
})

test('Another URL has all of its time until failures disable it', async () => {
  const { id, url } = await setup.endpoint()
  await sql`
    update webhook_endpoint_health
    set failing_since = now() - interval '6 days', last_failure_at = now(), last_error = 'timeout'
    where endpoint_id = ${id}`
  const other = await updated(id, { url: `${url}/2` })
  const { status, lastError, lastFailureAt } = other.body.data.health
  assert.deepEqual([status, lastError], ['healthy', null])
  assert.notEqual(lastFailureAt, null)
  assert.deepEqual(withoutWaiting(await setup.read(id)), shown(other))
})

test('A request that changes nothing writes nothing', async () => {
  const types = ['transfer.created', 'transfer.completed']
  const { id, url } = await setup.endpoint({ types })
  for (const body of [{ url }, { types: types.toReversed() }, { enabled: true }]) {
    const response = await withoutWriting(records, () => updated(id, body))
    assert.equal(response.headers.get('etag'), '"1"')
    assert.deepEqual(response.body.data.types, types)
  }
})

test('Simultaneous updates of different members by two processes are all kept', async () => {
  const second = await openOwnVault({}, { connection: vault.connection })
  const url = 'https://example.com/both'
  for (let round = 0; round < 10; round += 1) {
    const { id } = await setup.endpoint()
    const body = { types: ['transfer.created'] }
    await Promise.all([
      updated(id, { url }),
      second.api.patch(`${ENDPOINTS}/${id}`, { token: setup.token, body }),
    ])
    const { data } = (await setup.ask('GET', `/${id}`)).body
    assert.deepEqual([data.url, data.types], [url, body.types])
    const [row] = await sql`select version from webhook_endpoints where id = ${id}`
    assert.equal(row?.version, 3)
  }
})
