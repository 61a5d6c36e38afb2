import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { EVENT_TYPES } from '../../src/domain/events.ts'
import {
  DELIVERING,
  type EndpointOptions,
  got,
  makeTransfer,
  verified,
  WebhookSetup,
} from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openReceiver, type Respond, status } from '../support/vault/receiver.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault(DELIVERING)
const { api, sql, app } = vault

function open(t: TestContext, options?: EndpointOptions): Promise<WebhookSetup> {
  return WebhookSetup.open(t, vault, app.secrets, options)
}

test('An event arrives as the feed shows it, signed for the receiver', async (t) => {
  const setup = await open(t)
  await setup.makeEvents()
  const [webhook] = await got(setup.receiver, 1)
  assert.ok(webhook)
  const event = verified(setup.endpoint.secret, webhook)
  const shown = await api.get(`/v1/events/${event.id}`, { token: setup.token })
  assert.deepEqual(event, shown.body.data)
  assert.equal(JSON.stringify(event), webhook.body)
  const { headers } = webhook
  assert.equal(headers['webhook-id'], event.id)
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'vault-inventory')
  assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000) < 60)
  assert.equal((await setup.untilAttempted(1)).status, 'delivered')
  const attempt = { number: 1, status: 204, error: null, response: '' }
  assert.deepEqual(await setup.attempts(), [attempt])
  const expected = { isFailing: false, hasSucceeded: true, lastError: null, position: 2 }
  assert.deepEqual(await setup.health(), expected)
})

test('An event of any type has its seal, and the same body each time', async (t) => {
  const setup = await open(t)
  const { organizationId, endpoint, receiver, token } = setup
  const types = Object.keys(EVENT_TYPES)
  await sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    select ${organizationId}, type, now(), 'command_line', 'webhook_endpoint',
      ${endpoint.id}, '{}'
    from unnest(${types}::text[]) as type`
  await setup.untilAllDelivered(types.length)
  const path = `/v1/webhook-endpoints/${endpoint.id}/replay`
  const body = { occurredFrom: '2000-01-01T00:00:00Z' }
  assert.equal((await api.post(path, { token, body })).status, 200)
  await got(receiver, 2 * types.length)
  const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'])
  const { data } = (await api.get('/v1/events?limit=100', { token })).body
  for (const event of data.filter(({ subject }: typeof data) => subject.id === endpoint.id)) {
    const [one, ...others] = bodies.get(event.id) ?? []
    assert.ok(event.sequence > 0 && event.chainHash !== null)
    assert.deepEqual(JSON.parse(one?.body ?? ''), event, event.type)
    assert.deepEqual(new Set(others.map(({ body }) => body)), new Set([one?.body]), event.type)
  }
})

test('Events of the wanted types arrive, all of them and once, and no others', async (t) => {
  const setup = await open(t, { types: ['fbo_account.created'] })
  const ids: string[] = []
  for (let count = 0; count < 30; count += 1) {
    ids.push(...(await setup.makeEvents()))
    const body = { permissions: ['events:read'] }
    const issued = await api.post('/v1/access-tokens', { token: setup.token, body })
    assert.equal(issued.status, 201, issued.text)
  }
  await setup.untilAllDelivered(30)
  const { secret } = setup.endpoint
  const arrived = setup.receiver.received.map((webhook) => verified(secret, webhook).subject.id)
  assert.deepEqual([...arrived].sort(), ids.sort())
  // The last event is of no wanted type: nothing is delivered for it.
  await eventually(async () => (await setup.health())?.position === 61, 'its position')
})

/** Commits so many events at once: no batch can begin before all are there. */
const addEvents = ({ organizationId }: WebhookSetup, count: number) => sql`
  insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
  select ${organizationId}, 'fbo_account.created', now(), 'command_line', 'fbo_account',
    'fbo_' || number, '{}'
  from generate_series(1, ${count}::integer) as number`

test('More events than are read at once arrive, each of them', async (t) => {
  const setup = await open(t)
  const { receiver, endpoint } = setup
  await addEvents(setup, 1_200)
  await setup.untilAllDelivered(1_200)
  const arrived = new Set(receiver.received.map((each) => verified(endpoint.secret, each).id))
  assert.equal(arrived.size, 1_200)
  assert.equal(receiver.received.length, 1_200)
  assert.ok(receiver.open.max <= 8)
})

test('At most 8 attempts are under way to an endpoint that works, and 1 to another', async (t) => {
  const setup = await open(t)
  const { receiver } = setup
  const waiting: (() => void)[] = []
  const hold: Respond = (response) => waiting.push(() => response.writeHead(500).end())
  // The first one shows that it works.
  receiver.respond((response) => {
    assert.equal(receiver.open.now, 1)
    receiver.respond(hold)
    response.writeHead(204).end()
  })
  await addEvents(setup, 20)
  await eventually(() => waiting.length === 8, 'eight attempts')
  for (const respond of waiting.splice(0)) respond()
  await eventually(async () => (await setup.health())?.isFailing, 'the endpoint to fail')
  await eventually(() => waiting.length === 1, 'one attempt')
  for (let count = 0; count < 5; count += 1) {
    waiting.pop()?.()
    await eventually(() => waiting.length > 0, 'the next attempt')
    assert.equal(receiver.open.now, 1)
  }
  assert.equal(receiver.open.max, 8)
  receiver.respond(status(204))
  waiting.pop()?.()
})

test('An expiry is sent although nobody looks at transfers', async (t) => {
  const setup = await open(t, { types: ['transfer.expired'] })
  const { organizationId, token, receiver, endpoint } = setup
  const transferId = await makeTransfer(vault, organizationId, token)
  await sql`
    update transfer_batches set expires_at = now() where organization_id = ${organizationId}`
  const [webhook] = await got(receiver, 1)
  assert.ok(webhook)
  assert.equal(verified(endpoint.secret, webhook).subject.id, transferId)
})

/** An endpoint with an attempt under way, which is answered with 410 in the end. */
async function openHeld(t: TestContext) {
  const setup = await open(t)
  const { id } = setup.endpoint
  const asked = Promise.withResolvers<() => void>()
  setup.receiver.respond((response) => asked.resolve(() => response.writeHead(410).end()))
  await setup.makeEvents()
  const respond = await asked.promise
  const request = async (method: string, path: string, body: object) => {
    const headers = { 'if-match': '*' }
    const options = { token: setup.token, body, headers }
    const response = await api.request(method, `/v1/webhook-endpoints/${id}${path}`, options)
    assert.ok(response.status < 300, response.text)
  }
  const state = async () => {
    const [row] = await sql`
      select disabled_reason, failing_since, last_failure_at from webhook_endpoints as endpoint
      join webhook_endpoint_health as health
        on health.organization_id = endpoint.organization_id and endpoint_id = endpoint.id
      where endpoint.organization_id = ${setup.organizationId} and id = ${id}`
    return row
  }
  return { setup, respond, request, state }
}

const WELL = { disabledReason: null, failingSince: null, lastFailureAt: null }

test('410 of an old URL says nothing about the new one', async (t) => {
  const { setup, respond, request, state } = await openHeld(t)
  const next = await openReceiver((undo) => t.after(undo))
  await request('PATCH', '', { url: next.url })
  respond()
  assert.equal((await setup.untilAttempted(1)).status, 'pending')
  assert.deepEqual(await state(), WELL)
  await setup.makeDue()
  await setup.untilAttempted(2)
  // The creation of the account, and the change of the endpoint.
  await setup.untilAllDelivered(2)
  assert.equal(next.received.length, 2)
  assert.equal((await state())?.disabledReason, null)
})

test('410 from before an endpoint was enabled again does not disable it', async (t) => {
  const { setup, respond, request, state } = await openHeld(t)
  await request('PATCH', '', { enabled: false })
  await request('PATCH', '', { enabled: true })
  respond()
  await setup.untilAttempted(1)
  assert.deepEqual(await state(), WELL)
})

test('410 from before a rotation of the secret disables an endpoint', async (t) => {
  const { setup, respond, request } = await openHeld(t)
  await request('POST', '/rotate-secret', {})
  await request('PATCH', '', { types: ['fbo_account.created'] })
  respond()
  assert.equal((await setup.untilDisabled()).disabledReason, 'gone')
})

test('Locked rows of two organizations delay no third one', async (t) => {
  const answers: (() => void)[] = []
  const [first, second, third] = await Promise.all([open(t), open(t), open(t)])
  for (const setup of [first, second]) {
    setup.receiver.respond((response) => answers.push(() => response.writeHead(204).end()))
    await setup.makeEvents()
  }
  await eventually(() => answers.length === 2, 'both attempts')
  const ids = [first.endpoint.id, second.endpoint.id]
  await sql.begin(async (tx) => {
    for (const { organizationId } of [first, second]) {
      await tx`select from webhook_deliveries where organization_id = ${organizationId} for update`
    }
    for (const answer of answers) answer()
    // One after the other: each is looked for, claimed and recorded beside the locked ones.
    for (let count = 1; count <= 3; count += 1) {
      await third.makeEvents()
      await got(third.receiver, count)
      const [at] = third.receiver.received.slice(-1)
      const [event] = await tx<{ occurredAt: Date }[]>`
        select occurred_at from events where organization_id = ${third.organizationId}
        order by number desc limit 1`
      const tookMs = performance.timeOrigin + Number(at?.at) - Number(event?.occurredAt)
      assert.ok(tookMs < 2_500, `${tookMs} ms`)
    }
    const attempts = await tx`select from webhook_attempts where endpoint_id = any(${ids})`
    assert.equal(attempts.length, 0)
  })
  // Once the locks are gone, both are recorded.
  await Promise.all([first.untilAllDelivered(1), second.untilAllDelivered(1)])
  assert.equal(first.receiver.received.length + second.receiver.received.length, 2)
})

test('The metrics count attempts by their result', async () => {
  const text = await vault.metrics.registry.metrics()
  for (const result of ['delivered', 'refused']) {
    assert.match(text, new RegExp(`vault_webhook_attempts_total\\{result="${result}"\\} [1-9]`))
  }
  assert.match(text, /vault_webhook_deliveries_pending \d/)
  assert.match(text, /vault_webhook_oldest_pending_seconds \d/)
})
