import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { forgetOldDeliveries } from '../../src/history/webhooks/delivery/deliver-webhooks.ts'
import { recordAttempts } from '../../src/history/webhooks/delivery/record-attempts.store.ts'
import {
  DELIVERING,
  got,
  makeEndpoint,
  verified,
  WebhookSetup,
} from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openReceiver, status } from '../support/vault/receiver.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault(DELIVERING)
const { app, sql } = vault

function open(t: TestContext): Promise<WebhookSetup> {
  return WebhookSetup.open(t, vault, app.secrets)
}

test('A failure is retried after some 5 s with the same id, then after 5 minutes', async (t) => {
  const setup = await open(t)
  const { receiver, endpoint } = setup
  receiver.respond(status(500, {}, 'try later'))
  await setup.makeEvents()
  const first = await setup.untilAttempted(1)
  assert.ok(first.nextInMs >= 4_400 && first.nextInMs <= 5_900, `${first.nextInMs} ms`)
  assert.equal((await setup.health())?.isFailing, true)
  // Nothing is moved here: the retry comes by itself.
  const second = await setup.untilAttempted(2)
  assert.ok(second.nextInMs >= 269_000 && second.nextInMs <= 331_000, `${second.nextInMs} ms`)
  receiver.respond((response) => response.destroy())
  await setup.makeDue()
  await setup.untilAttempted(3)
  receiver.respond(status(200, {}, 'thanks'))
  await setup.makeDue()
  assert.equal((await setup.untilAttempted(4)).status, 'delivered')
  const cut = 'The connection was closed before a whole response came.'
  const refused = { status: 500, error: 'The receiver responded with 500.', response: 'try later' }
  assert.deepEqual(await setup.attempts(), [
    { number: 1, ...refused },
    { number: 2, ...refused },
    { number: 3, status: null, error: cut, response: null },
    { number: 4, status: 200, error: null, response: 'thanks' },
  ])
  const expected = { isFailing: false, hasSucceeded: true, lastError: cut, position: 2 }
  assert.deepEqual(await setup.health(), expected)
  const ids = new Set(receiver.received.map((webhook) => verified(endpoint.secret, webhook).id))
  assert.equal(ids.size, 1)
  for (const { headers } of receiver.received) assert.ok(ids.has(headers['webhook-id'] as string))
})

test('The tenth failure is the last', async (t) => {
  const setup = await open(t)
  setup.receiver.respond(status(503))
  await setup.makeEvents()
  await setup.untilAttempted(1)
  await sql`update webhook_deliveries set attempts = 9 where endpoint_id = ${setup.endpoint.id}`
  await setup.makeDue()
  const { status: last, attempts } = await setup.untilAttempted(10)
  assert.deepEqual([last, attempts, setup.receiver.received.length], ['failed', 10, 2])
})

test('An endpoint whose address is not public gets nothing, and the attempt says why', async (t) => {
  const setup = await open(t)
  const { organizationId } = setup
  const url = 'http://169.254.169.254/latest/meta-data/'
  const { id } = await makeEndpoint(vault, app.secrets, { organizationId, url })
  t.after(() => sql`delete from webhook_endpoints where id = ${id}`)
  await setup.makeEvents()
  const attempt = await eventually(async () => {
    const [row] = await sql`select status, error from webhook_attempts where endpoint_id = ${id}`
    return row
  }, 'an attempt')
  assert.equal(attempt.status, null)
  assert.match(attempt.error, /is unknown or not public/)
  // Its neighbour has its event all the same.
  await setup.untilAllDelivered(1)
})

test('410 disables an endpoint at once, which is an event and a line of the log', async (t) => {
  const setup = await open(t)
  const { organizationId, receiver, endpoint } = setup
  receiver.respond(status(410))
  await setup.makeEvents()
  assert.deepEqual(await setup.untilDisabled(), { disabledReason: 'gone', version: 2 })
  const [{ type, actor, data }, ...others] = await setup.events()
  assert.deepEqual([type, others.length], ['webhook_endpoint.disabled', 0])
  const nobody = { tokenId: null, owner: null, person: null }
  assert.deepEqual(actor, { ...nobody, system: 'webhook_delivery' })
  assert.deepEqual(data, { version: 2, disabledReason: 'gone' })
  const line = await eventually(
    () => vault.logLines.find((text) => text.includes(endpoint.id)),
    'a line of the log',
  )
  const { msg, reason, ...logged } = JSON.parse(line)
  assert.deepEqual([msg, reason], ['webhook endpoint disabled', 'gone'])
  assert.equal(logged.organizationId, organizationId)
  // It gets nothing more, and a neighbour still does.
  const next = await openReceiver((undo) => t.after(undo))
  const { id } = await makeEndpoint(vault, app.secrets, { organizationId, url: next.url })
  t.after(() => sql`delete from webhook_endpoints where id = ${id}`)
  await setup.makeEvents()
  await got(next, 1)
  assert.equal(receiver.received.length, 1)
})

test('Failing for five days disables an endpoint', async (t) => {
  const setup = await open(t)
  setup.receiver.respond(status(500))
  await setup.makeEvents()
  await setup.untilAttempted(1)
  await setup.failFor('4 days 23 hours 59 minutes')
  await setup.makeDue()
  await setup.untilAttempted(2)
  assert.deepEqual(await setup.events(), [])
  await setup.failFor('5 days')
  await setup.makeDue()
  assert.deepEqual(await setup.untilDisabled(), { disabledReason: 'failing', version: 2 })
  const [event] = await setup.events()
  assert.deepEqual(event.data, { version: 2, disabledReason: 'failing' })
})

test('An attempt whose claim was lost is recorded, and takes no success back', async (t) => {
  const setup = await open(t)
  const { organizationId, endpoint } = setup
  await setup.makeEvents()
  await setup.untilAllDelivered(1)
  const destination = { url: setup.receiver.url, version: 1 }
  const answer = { status: 500, error: 'late', response: '', durationMs: 9 }
  const late = { ...answer, destination, eventNumber: 2 }
  const caller = { organizationId, endpointId: endpoint.id }
  // The worker may still hold a row: then nothing was recorded.
  await eventually(async () => {
    const attempt = { ...late, beganAt: performance.now() }
    return (await recordAttempts(caller, vault.database, [attempt])) !== 'locked'
  }, 'the rows to be free')
  const [delivery] = await setup.deliveries()
  assert.deepEqual([delivery?.status, delivery?.attempts], ['delivered', 2])
  const [, second] = await setup.attempts()
  assert.deepEqual(second, { number: 2, status: 500, error: 'late', response: '' })
  const nowhere = { organizationId, endpointId: 'hook_deleted' }
  const attempt = { ...late, beganAt: performance.now() }
  assert.equal(await recordAttempts(nowhere, vault.database, [attempt]), undefined)
})

test('Attempts and ended deliveries of more than 30 days ago are deleted', async (t) => {
  const setup = await open(t)
  const { organizationId, endpoint } = setup
  await setup.makeEvents(3)
  await setup.untilAllDelivered(3)
  const age = async (interval: string, number: number) => {
    await sql`
      update webhook_deliveries set ended_at = now() - ${interval}::interval
      where endpoint_id = ${endpoint.id} and event_number = ${number}`
    await sql`
      update webhook_attempts set at = now() - ${interval}::interval
      where endpoint_id = ${endpoint.id} and event_number = ${number}`
  }
  await age('30 days 1 minute', 2)
  await age('29 days 23 hours', 3)
  assert.equal(await forgetOldDeliveries({ organizationId }, vault.database), false)
  const kept = await sql`
    select event_number::integer as number from webhook_deliveries
    where endpoint_id = ${endpoint.id} order by event_number`
  assert.deepEqual([...kept], [{ number: 3 }, { number: 4 }])
  assert.equal((await setup.attempts()).length, 2)
})

test('A delivery is kept as long as one of its attempts: numbers go on behind it', async (t) => {
  const setup = await open(t)
  const { organizationId, endpoint } = setup
  await setup.makeEvents()
  await setup.untilAllDelivered(1)
  await sql`
    update webhook_deliveries set ended_at = now() - interval '31 days'
    where endpoint_id = ${endpoint.id}`
  await forgetOldDeliveries({ organizationId }, vault.database)
  assert.equal((await setup.deliveries()).length, 1)
  await sql`
    update webhook_attempts set at = now() - interval '31 days' where endpoint_id = ${endpoint.id}`
  await forgetOldDeliveries({ organizationId }, vault.database)
  assert.equal((await setup.attempts()).length, 0)
  assert.equal((await setup.deliveries()).length, 0)
})
