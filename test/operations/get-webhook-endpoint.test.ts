import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEBHOOK_UNDELIVERED_MAX } from '../../src/domain/limits.ts'
import { EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { sql } = vault
const setup = await EndpointSetup.open(vault)

async function health(endpointId: string, columns: Record<string, Date | string | null>) {
  await sql`update webhook_endpoint_health set ${sql(columns)} where endpoint_id = ${endpointId}`
}

async function occurredAt(number: number): Promise<string> {
  const [row] = await sql<[{ occurredAt: Date }]>`
    select occurred_at from events
    where organization_id = ${setup.organizationId} and number = ${number}`
  return row.occurredAt.toISOString()
}

test('The health shows what waits, and what became of the attempts', async () => {
  const { id } = await setup.endpoint()
  const first = await setup.lastEvent()
  await setup.ask('POST', `/${id}/send-test`)
  await setup.ask('POST', `/${id}/send-test`)
  await setup.deliver(id, [first], { status: 'delivered', attempts: 2 })
  await setup.deliver(id, [first + 1, first + 2], { status: 'pending', attempts: 1 })
  const lastSuccessAt = new Date('2026-11-20T09:00:00.000Z')
  const lastFailureAt = new Date('2026-11-21T10:00:00.000Z')
  const lastError = 'The receiver responded with 503.'
  await health(id, { lastSuccessAt, lastFailureAt, lastError, failingSince: lastFailureAt })
  const [success, failure] = [lastSuccessAt.toISOString(), lastFailureAt.toISOString()]
  const attempts = { lastSuccessAt: success, lastFailureAt: failure, lastError }
  const waits = { oldestUndeliveredAt: await occurredAt(first + 1), undelivered: 2 }
  const failing = { status: 'failing', ...attempts, ...waits }
  assert.deepEqual((await setup.read(id)).health, failing)
  await health(id, { failingSince: null })
  assert.deepEqual((await setup.read(id)).health, { ...failing, status: 'healthy' })
  await setup.ask('PATCH', `/${id}`, { body: { enabled: false } })
  // The event of the disabling waits, too.
  const disabled = { ...failing, status: 'disabled', undelivered: 3 }
  assert.deepEqual((await setup.read(id)).health, disabled)
})

test('The ETag changes with the health; in If-Match it stands for the version', async () => {
  const { id } = await setup.endpoint()
  const get = (headers = {}) => setup.ask('GET', `/${id}`, { headers })
  const etag = (await get()).headers.get('etag') as string
  assert.match(etag, /^"1-[0-9a-f]{16}"$/)
  assert.equal((await get({ 'If-None-Match': etag })).status, 304)
  await health(id, { lastError: 'The receiver responded with 503.' })
  const changed = await get({ 'If-None-Match': etag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), etag)
  const patch = () =>
    setup.ask('PATCH', `/${id}`, {
      body: { types: ['transfer.created'] },
      headers: { 'If-Match': etag },
    })
  const patched = await patch()
  assert.equal(patched.status, 200, patched.text)
  assert.equal(patched.headers.get('etag'), '"2"')
  assert.match((await get()).headers.get('etag') as string, /^"2-/)
  assert.equal((await patch()).status, 412)
})

test('What waits behind the place in the feed counts, too, where the endpoint wants it', async () => {
  const { id } = await setup.endpoint({ types: ['webhook_endpoint.tested'] })
  await setup.ask('POST', `/${id}/send-test`)
  const first = await setup.lastEvent()
  await setup.deliver(id, [first], { status: 'pending' })
  const other = await setup.endpoint()
  for (const tested of [id, id, other.id]) await setup.ask('POST', `/${tested}/send-test`)
  const disabled = { body: { enabled: false } }
  await setup.ask('PATCH', `/${id}`, disabled)
  const { health: both } = await setup.read(id)
  assert.equal(both.undelivered, 3)
  assert.equal(both.oldestUndeliveredAt, await occurredAt(first))
  await sql`delete from webhook_deliveries where endpoint_id = ${id}`
  const { health: behind } = await setup.read(id)
  assert.equal(behind.undelivered, 2)
  assert.equal(behind.oldestUndeliveredAt, await occurredAt(first + 2))
})

test('Counting what waits stops, however much it is', async () => {
  const { id } = await setup.endpoint()
  await sql`
    insert into events (organization_id, number, type, occurred_at, token_id, subject_type,
      subject_id, data)
    select ${setup.organizationId}, number, 'transfer.expired', '2026-11-21T10:30:00.000Z',
      ${setup.tokenId}, 'transfer', 'xfer_1', '{}'
    from generate_series(20001, 20001 + 3 * ${WEBHOOK_UNDELIVERED_MAX}::integer) as number`
  await sql`update webhook_endpoint_health set position = 20000 where endpoint_id = ${id}`
  assert.equal((await setup.read(id)).health.undelivered, WEBHOOK_UNDELIVERED_MAX)
  await sql`
    insert into webhook_deliveries (organization_id, endpoint_id, event_number, next_attempt_at,
      created_at)
    select organization_id, ${id}, number, now(), now() from events
    where organization_id = ${setup.organizationId} and number > 20000`
  await sql`update webhook_endpoint_health set position = 90000 where endpoint_id = ${id}`
  assert.equal((await setup.read(id)).health.undelivered, WEBHOOK_UNDELIVERED_MAX)
})

test('The list shows the endpoints with their health, newest first, and never a secret', async () => {
  const own = await EndpointSetup.open(vault)
  const first = await own.endpoint()
  const second = await own.endpoint({ types: ['transfer.created'] })
  await own.deliver(first.id, [await own.lastEvent()], { status: 'pending' })
  const response = await own.ask('GET', '')
  assert.equal(response.status, 200)
  assert.deepEqual(response.body, {
    data: [await own.read(second.id), await own.read(first.id)],
    pagination: { page: 1, hasMore: false },
  })
  assert.equal(response.body.data[1].health.undelivered, 1)
  assert.ok(!response.text.includes('secret"') && !response.text.includes('whsec_'))
})
