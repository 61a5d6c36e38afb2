import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DELIVERING, got, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openReceiver } from '../support/vault/receiver.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault(DELIVERING)
const { api, app, sql } = vault

/** An endpoint with an attempt under way, which is answered with 410 in the end. */
async function openHeld(t: TestContext) {
  const setup = await WebhookSetup.open(t, vault, app.secrets)
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
  const open = () => WebhookSetup.open(t, vault, app.secrets)
  const [first, second, third] = await Promise.all([open(), open(), open()])
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
