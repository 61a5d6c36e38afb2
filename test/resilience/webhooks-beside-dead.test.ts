import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DELIVERING,
  makeEndpoint,
  verified,
  WebhookSetup,
} from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openReceiver, status } from '../support/vault/receiver.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault(DELIVERING)
const { api, app, sql, records } = vault

const EVENTS = 200
const EVERY_MS = 50
const DEAD = 300

test('Endpoints that are dead delay neither a live one nor a request', async (t) => {
  const live = await WebhookSetup.open(t, vault, app.secrets)
  const alone = await measure(live)
  // It accepts connections, and never responds: the worst kind.
  const silent = await openReceiver((undo) => t.after(undo))
  silent.respond(() => undefined)
  const failing = await openReceiver((undo) => t.after(undo))
  failing.respond(status(500))
  const gone = await openReceiver((undo) => t.after(undo))
  await gone.close()
  const { organizationId: home } = live
  await makeEndpoint(vault, app.secrets, { organizationId: home, url: silent.url })
  const besideOne = await measure(live)
  assert.ok(silent.open.max >= 1)
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
  const beside = await measure(live)
  t.diagnostic(`alone:        ${JSON.stringify(alone)}`)
  t.diagnostic(`beside one:   ${JSON.stringify(besideOne)}`)
  t.diagnostic(`beside ${DEAD}:   ${JSON.stringify(beside)}`)
  t.diagnostic(`connections to the silent receiver: ${silent.open.max} at most`)
  // A dead one holds its attempts for 15 s; the live one waits for no such attempt.
  assert.ok(beside.deliveryMs.p99 < 5_000)
})

/** Makes events one after the other; how long the requests take, and until each event arrives. */
async function measure({ token, receiver, endpoint }: WebhookSetup) {
  const requests: number[] = []
  const deliveries: number[] = []
  const before = receiver.received.length
  const doneAt = new Map<string, number>()
  for (let made = 0; made < EVENTS; made += 1) {
    const beganAt = performance.now()
    const { body } = await api.post('/v1/fbo-accounts', { token, body: {} })
    doneAt.set(body.data.id, performance.now())
    requests.push(performance.now() - beganAt)
    await delay(EVERY_MS)
  }
  await eventually(() => receiver.received.length >= before + EVENTS, 'all to arrive', 60_000)
  for (const webhook of receiver.received.slice(before)) {
    const at = doneAt.get(verified(endpoint.secret, webhook).subject.id)
    if (at !== undefined) deliveries.push(webhook.at - at)
  }
  assert.equal(deliveries.length, EVENTS)
  return { requestMs: quantiles(requests), deliveryMs: quantiles(deliveries) }
}

function quantiles(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] as number)
  return { p50: at(0.5), p99: at(0.99) }
}
