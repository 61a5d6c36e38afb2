import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Secrets } from '../../src/runtime/secrets/secrets.ts'
import { ENDPOINTS, EndpointSetup, withoutWaiting } from '../support/operations/endpoint-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { app, records, sql } = vault
const setup = await EndpointSetup.open(vault)
const HOUR_MS = 3_600_000

/** The secrets that sign now, the newest first. */
async function secrets(id: string): Promise<string[]> {
  const [row] = await sql`select * from webhook_endpoints where id = ${id}`
  const encrypted = [row?.encryptedSecret, row?.previousEncryptedSecret]
  const context = `webhook ${setup.organizationId} ${id}`
  return encrypted.flatMap((text) => (text ? [app.secrets?.decrypt(text, context) as string] : []))
}

test('The previous secret signs for a day, or as long as is asked', async () => {
  const { secret: first, ...made } = await setup.endpoint()
  const { id } = made
  let last = first
  for (const [body, hours] of [
    [undefined, 24],
    [{}, 24],
    [{ graceHours: 168 }, 168],
    [{ graceHours: 1 }, 1],
  ] as const) {
    const before = await setup.lastEvent()
    const response = await setup.ask('POST', `/${id}/rotate-secret`, body && { body })
    assert.equal(response.status, 200, response.text)
    const { secret, previousSecretEndsAt } = response.body.data
    const shown = withoutWaiting(response.body.data)
    assert.deepEqual(shown, { ...made, previousSecretEndsAt, secret })
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const left = Date.parse(previousSecretEndsAt) - Date.now()
    assert.ok(left > hours * HOUR_MS - 60_000 && left <= hours * HOUR_MS + 1_000)
    assert.deepEqual(await secrets(id), [secret, last])
    assert.deepEqual((await setup.read(id)).previousSecretEndsAt, previousSecretEndsAt)
    const [event, ...others] = await setup.eventsAfter(before)
    assert.deepEqual(others, [])
    const version = Number(response.headers.get('etag')?.slice(1, -1))
    assert.deepEqual([event?.type, event?.subjectId], ['webhook_endpoint.secret_rotated', id])
    assert.deepEqual(event?.data, { version, previousSecretEndsAt })
    last = secret
  }
  const response = await setup.ask('POST', `/${id}/rotate-secret`, { body: { graceHours: 0 } })
  assert.equal(response.body.data.previousSecretEndsAt, null)
  assert.deepEqual(await secrets(id), [response.body.data.secret])
})

test('A secret whose key was lost is replaced, and signs no more', async () => {
  const { id } = await setup.endpoint()
  const lost = new Secrets(() => [randomBytes(32)])
  const encryptedSecret = lost.encrypt('x', `webhook ${setup.organizationId} ${id}`)
  await sql`update webhook_endpoints set ${sql({ encryptedSecret })} where id = ${id}`
  const response = await setup.ask('POST', `/${id}/rotate-secret`)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.previousSecretEndsAt, null)
  assert.deepEqual(await secrets(id), [response.body.data.secret])
})

test('A test is an event of the endpoint', async () => {
  const { secret: _, ...made } = await setup.endpoint({ types: ['transfer.created'] })
  const before = await setup.lastEvent()
  const response = await setup.ask('POST', `/${made.id}/send-test`)
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(response.body, { data: made })
  assert.deepEqual(await setup.eventsAfter(before), [setup.event(made.id, 'tested')])
})

test('A disabled endpoint cannot be tested', async () => {
  const { id } = await setup.endpoint()
  await setup.ask('PATCH', `/${id}`, { body: { enabled: false } })
  const response = await withoutWriting(records, () => setup.ask('POST', `/${id}/send-test`))
  assertRefused(response, {
    status: 409,
    code: 'invalid_state_transition',
    instance: `${ENDPOINTS}/${id}/send-test`,
    detail:
      'The webhook endpoint is disabled (enable it first) and does not accept send-test: it ' +
      'accepts rotate-secret, replay.',
    members: { currentStatus: 'disabled', allowed: ['rotate-secret', 'replay'] },
  })
})

async function rowsOf(endpointId: string) {
  const [row] = await sql`
    select (select count(*) from webhook_endpoints where id = ${endpointId})::integer as endpoints,
      (select count(*) from webhook_endpoint_health where endpoint_id = ${endpointId})::integer
        as health,
      (select count(*) from webhook_deliveries where endpoint_id = ${endpointId})::integer
        as deliveries,
      (select count(*) from webhook_attempts where endpoint_id = ${endpointId})::integer as attempts`
  return row
}

test('A deleted endpoint is gone with its deliveries and attempts, and no other is', async () => {
  const [one, other] = [
    await setup.endpoint({ types: ['transfer.created'] }),
    await setup.endpoint(),
  ]
  const last = await setup.lastEvent()
  for (const { id } of [one, other]) {
    await setup.deliver(id, [last - 1, last], { status: 'failed', attempts: 2 })
  }
  const shown = await setup.read(one.id)
  const response = await setup.ask('DELETE', `/${one.id}`)
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(response.body, { data: shown })
  assert.deepEqual(await rowsOf(one.id), { endpoints: 0, health: 0, deliveries: 0, attempts: 0 })
  assert.deepEqual(await rowsOf(other.id), { endpoints: 1, health: 1, deliveries: 2, attempts: 4 })
  const data = { before: { types: ['transfer.created'] } }
  assert.deepEqual(await setup.eventsAfter(last), [setup.event(one.id, 'deleted', data)])
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await setup.ask(method, `/${one.id}`)).status, 404)
  }
})

test('Of simultaneous deletes one finds the endpoint', async () => {
  const { id } = await setup.endpoint()
  const responses = await Promise.all([1, 2, 3, 4].map(() => setup.ask('DELETE', `/${id}`)))
  const statuses = responses.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, 404, 404, 404])
})

test('An update and a delete at once: the update is refused, or done before', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await setup.endpoint()
    const [patched, deleted] = await Promise.all([
      setup.ask('PATCH', `/${id}`, { body: { enabled: false } }),
      setup.ask('DELETE', `/${id}`),
    ])
    assert.equal(deleted.status, 200)
    assert.ok([200, 404].includes(patched.status), patched.text)
    assert.equal(deleted.body.data.enabled, patched.status !== 200)
  }
})
