import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { unsealed } from '../support/operations/unsealed.ts'
import {
  DELIVERING,
  type EndpointOptions,
  got,
  makeTransfer,
  verified,
  WebhookSetup,
} from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { type Respond, status } from '../support/vault/receiver.ts'
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
  assert.deepEqual(unsealed(event), unsealed(shown.body.data))
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
  assert.equal((await setup.health())?.position, 61)
})

test('More events than are read at once arrive, each of them', async (t) => {
  const setup = await open(t)
  const { organizationId, receiver, endpoint } = setup
  await sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    select ${organizationId}, 'fbo_account.created', now(), 'command_line', 'fbo_account',
      'fbo_' || number, '{}'
    from generate_series(1, 1200) as number`
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
  await setup.makeEvents(20)
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

test('The metrics count attempts by their result', async () => {
  const text = await vault.metrics.registry.metrics()
  for (const result of ['delivered', 'refused']) {
    assert.match(text, new RegExp(`vault_webhook_attempts_total\\{result="${result}"\\} [1-9]`))
  }
  assert.match(text, /vault_webhook_deliveries_pending \d/)
  assert.match(text, /vault_webhook_oldest_pending_seconds \d/)
})
