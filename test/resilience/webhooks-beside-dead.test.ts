import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DELIVERING,
  makeEndpoint,
  verified,
  WebhookSetup,
} from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openReceiver, status } from '../support/vault/receiver.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault(DELIVERING)
const { app, sql, records } = vault

const EVENTS = 100
const DEAD = 300
/** Less than one attempt without a response lasts, which is 15 s. */
const DELAY_MAX_MS = 5_000

test('Endpoints that are dead delay neither a live one nor a request', async (t) => {
  const live = await WebhookSetup.open(t, vault, app.secrets)
  const { organizationId: home, receiver, endpoint } = live
  // It accepts connections, and never responds: an attempt lasts 15 s.
  const silent = await openReceiver((undo) => t.after(undo))
  silent.respond(() => undefined)
  const failing = await openReceiver((undo) => t.after(undo))
  failing.respond(status(500))
  const gone = await openReceiver((undo) => t.after(undo))
  await gone.close()
  for (let made = 0; made < DEAD; made += 1) {
    const { url } = [silent, silent, failing, gone][made % 4] as typeof silent
    // Some of them in the organization of the live one.
    const organizationId = made % 10 === 0 ? home : await records.organization()
    await makeEndpoint(vault, app.secrets, { organizationId, url })
  }
  await sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    select organization_id, 'fbo_account.created', now(), 'command_line', 'fbo_account', 'fbo_1', '{}'
    from webhook_endpoints as endpoint cross join generate_series(1, 20)
    where organization_id <> ${home}`
  await eventually(() => silent.open.now >= 100, 'attempts that get no response')

  const createdAt = new Map<string, number>()
  const requestsMs: number[] = []
  for (let made = 0; made < EVENTS; made += 1) {
    const began = performance.now()
    const [id] = await live.makeEvents(1)
    createdAt.set(id as string, performance.now())
    requestsMs.push(performance.now() - began)
  }
  const hasArrived = () => receiver.received.length >= EVENTS
  await eventually(hasArrived, 'every event to arrive at the live endpoint', 60_000)
  const deliveriesMs = receiver.received.map((webhook) => {
    const created = createdAt.get(verified(endpoint.secret, webhook).subject.id)
    assert.ok(created !== undefined, 'an event that was created meanwhile')
    return webhook.at - created
  })
  const slowest = { request: Math.max(...requestsMs), delivery: Math.max(...deliveriesMs) }
  t.diagnostic(`slowest in ms: ${JSON.stringify(slowest)}`)
  assert.ok(silent.open.now > 0, 'attempts are still without a response')
  assert.ok(slowest.request < DELAY_MAX_MS, `a request took ${slowest.request} ms`)
  assert.ok(slowest.delivery < DELAY_MAX_MS, `an event took ${slowest.delivery} ms`)
})
