import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { sql } = vault
const setup = await EndpointSetup.open(vault)

async function health(endpointId: string, columns: Record<string, Date | string | null>) {
  await sql`update webhook_endpoint_health set ${sql(columns)} where endpoint_id = ${endpointId}`
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
  const lastError = 'The response had status 503.'
  await health(id, { lastSuccessAt, lastFailureAt, lastError, failingSince: lastFailureAt })
  const [oldest] = await sql<[{ occurredAt: Date }]>`
    select occurred_at from events
    where organization_id = ${setup.organizationId} and number = ${first + 1}`
  const failing = {
    status: 'failing',
    lastSuccessAt: lastSuccessAt.toISOString(),
    lastFailureAt: lastFailureAt.toISOString(),
    lastError,
    oldestUndeliveredAt: oldest.occurredAt.toISOString(),
    undelivered: 2,
  }
  assert.deepEqual((await setup.read(id)).health, failing)
  await health(id, { failingSince: null })
  assert.deepEqual((await setup.read(id)).health, { ...failing, status: 'healthy' })
  await setup.ask('PATCH', `/${id}`, { body: { enabled: false } })
  assert.deepEqual((await setup.read(id)).health, { ...failing, status: 'disabled' })
})

test('The ETag changes with the health; in If-Match it stands for the version', async () => {
  const { id } = await setup.endpoint()
  const get = (headers = {}) => setup.ask('GET', `/${id}`, { headers })
  const etag = (await get()).headers.get('etag') as string
  assert.match(etag, /^"1-[0-9a-f]{16}"$/)
  assert.equal((await get({ 'If-None-Match': etag })).status, 304)
  await health(id, { lastError: 'The response had status 503.' })
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
