import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { DELIVERING, got, verified } from '../support/operations/webhook-setup.ts'
import { afterTest, eventually } from '../support/processes/embedded-directory.ts'
import { openReceiver, status } from '../support/vault/receiver.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Endpoints made by requests, with deliveries to a real receiver.
const vault = await openOwnVault(DELIVERING)

/** An endpoint with its receiver; the event of its creation has arrived. */
async function open(t: TestContext, types?: string[]) {
  const setup = await EndpointSetup.open(vault)
  const receiver = await openReceiver((undo) => afterTest(t, undo))
  const { id, secret } = await setup.endpoint({ url: receiver.url, ...(types && { types }) })
  const ask = (method: string, path: string, body?: object) =>
    setup.ask(method, `/${id}${path}`, body && { body })
  const done = async (method: string, path: string, body?: object) => {
    const response = await ask(method, path, body)
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }
  afterTest(t, () => ask('DELETE', ''))
  if (types === undefined) await got(receiver, 1)
  const typesOf = () => receiver.received.map(({ body }) => JSON.parse(body).type)
  return { setup, receiver, id, secret, done, typesOf }
}

test('An endpoint gets the event of its creation, signed with the secret of the response', async (t) => {
  const { receiver, id, secret, done } = await open(t)
  const [webhook] = receiver.received
  assert.ok(webhook)
  const event = verified(secret, webhook)
  assert.deepEqual([event.type, event.subject.id], ['webhook_endpoint.created', id])
  const health = await eventually(async () => {
    const found = (await done('GET', '')).health
    return found.lastSuccessAt !== null && found
  }, 'the success to be recorded')
  const { lastSuccessAt, ...others } = health
  assert.ok(Math.abs(Date.parse(lastSuccessAt) - Date.now()) < 60_000)
  assert.deepEqual(others, {
    status: 'healthy',
    lastFailureAt: null,
    lastError: null,
    oldestUndeliveredAt: null,
    undelivered: 0,
  })
})

test('A test arrives whatever the types are, and at no other endpoint', async (t) => {
  const one = await open(t, ['transfer.created'])
  const other = await openReceiver((undo) => afterTest(t, undo))
  await one.setup.endpoint({ url: other.url, types: ['webhook_endpoint.tested'] })
  await one.done('POST', '/send-test')
  const [webhook] = await got(one.receiver, 1)
  assert.ok(webhook)
  assert.equal(verified(one.secret, webhook).type, 'webhook_endpoint.tested')
  await one.done('POST', '/send-test')
  await got(one.receiver, 2)
  assert.equal(other.received.length, 0)
})

test('After a rotation either secret verifies until the grace ends, or only the new one', async (t) => {
  const { receiver, id, secret: first, done } = await open(t)
  const { secret: second } = await done('POST', '/rotate-secret')
  // One that was sent again may have come in between.
  const rotations = async (count: number) =>
    (await got(receiver, count)).filter(({ body }) => body.includes('secret_rotated'))
  const [both] = await rotations(2)
  assert.ok(both)
  for (const secret of [first, second]) {
    assert.equal(verified(secret, both).type, 'webhook_endpoint.secret_rotated')
  }
  await vault.sql`update webhook_endpoints set previous_secret_ends_at = now() where id = ${id}`
  await done('POST', '/send-test')
  const isTest = ({ body }: { body: string }) => body.includes('endpoint.tested')
  const tested = await eventually(() => receiver.received.find(isTest), 'the test to arrive')
  assert.equal(verified(second, tested).type, 'webhook_endpoint.tested')
  assert.throws(() => verified(first, tested), /No matching signature/)
  const { secret: third } = await done('POST', '/rotate-secret', { graceHours: 0 })
  const isOther = ({ headers }: typeof both) => headers['webhook-id'] !== both.headers['webhook-id']
  const last = await eventually(async () => (await rotations(3)).find(isOther), 'the last rotation')
  assert.equal(verified(third, last).type, 'webhook_endpoint.secret_rotated')
  for (const secret of [first, second]) {
    assert.throws(() => verified(secret, last), /No matching signature/)
  }
})

test('Enabled again, an endpoint gets everything since it was disabled', async (t) => {
  const { setup, receiver, done, typesOf } = await open(t)
  await done('PATCH', '', { enabled: false })
  const other = await setup.endpoint({ types: ['transfer.created'] })
  await setup.ask('DELETE', `/${other.id}`)
  await done('PATCH', '', { enabled: true })
  await got(receiver, 5)
  assert.deepEqual(typesOf().sort(), [
    'webhook_endpoint.created',
    'webhook_endpoint.created',
    'webhook_endpoint.deleted',
    'webhook_endpoint.disabled',
    'webhook_endpoint.enabled',
  ])
})

test('A failed attempt is listed; a replay of it or of a range sends the event again', async (t) => {
  const { setup, receiver, id, done } = await open(t)
  receiver.respond(status(503, {}, 'busy'))
  await done('POST', '/send-test')
  const number = await setup.lastEvent()
  const eventId = setup.eventId(number)
  const listed = async (attempts: number) => {
    return await eventually(async () => {
      const [newest] = await done('GET', '/deliveries')
      return newest?.id === eventId && newest.attempts.length >= attempts && newest
    }, `attempt ${attempts} to be listed`)
  }
  const failed = await listed(1)
  const [{ at, durationMs, ...attempt }] = failed.attempts
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000 && durationMs >= 0)
  assert.equal(attempt.status, 503)
  assert.equal(attempt.response, 'busy')
  assert.ok(attempt.error.length > 0)
  assert.equal(failed.status, 'pending')
  const { health } = await done('GET', '')
  assert.deepEqual([health.status, health.undelivered], ['failing', 1])
  assert.equal(health.lastError, attempt.error)
  receiver.respond(status(204))
  const again = { events: 1, lastEventId: eventId, hasMore: false }
  assert.deepEqual(await done('POST', '/replay', { eventId }), again)
  assert.equal((await listed(2)).status, 'delivered')
  const body = { afterEventId: setup.eventId(number - 1) }
  const replayed = await done('POST', '/replay', body)
  assert.deepEqual(replayed, again)
  assert.equal((await listed(3)).status, 'delivered')
  const ids = receiver.received.slice(1).map(({ headers }) => headers['webhook-id'])
  assert.ok(ids.length >= 3 && ids.every((each) => each === eventId))
  assert.equal((await done('GET', '')).health.status, 'healthy')
  assert.deepEqual(await done('GET', `/deliveries?status=failed`), [])
  assert.equal((await setup.ask('GET', `/${id}/deliveries`)).body.data.length, 2)
})
