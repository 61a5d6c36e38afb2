import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Secrets } from '../../src/runtime/secrets/secrets.ts'
import { got, sendingWith, verified, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const key = randomBytes(32)
const secrets = new Secrets(() => [key])
const vault = await openOwnVault({ SECRETS_KEY: [key] })
const env = { ...sendingWith(key), DATABASE_URL: databaseUrlOf(vault.connection) }

test('What a killed process was sending is sent by another one within a minute', async (t) => {
  const setup = await WebhookSetup.open(t, vault, secrets)
  const { receiver, endpoint } = setup
  const doomed = await startServiceProcess({ env })
  // The first events arrive; then each process has eight under way that get no response.
  await setup.makeEvents(5)
  await setup.untilAllDelivered(5)
  let isHeld = true
  const held: (() => void)[] = []
  receiver.respond((response) => {
    const end = () => response.writeHead(204).end()
    if (isHeld) held.push(end)
    else end()
  })
  // All at once: a process claims eight, or as many as there are.
  await vault.sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    select ${setup.organizationId}, 'fbo_account.created', now(), 'command_line', 'fbo_account',
      'fbo_1', '{}'
    from generate_series(1, 100)`
  await got(receiver, 6)
  held.pop()?.()
  await eventually(() => held.length === 8, 'eight attempts of the first process')
  const survivor = await startServiceProcess({ env })
  await eventually(() => held.length >= 9, 'an attempt of the second process')
  doomed.signal('SIGKILL')
  await doomed.exited
  const killedAt = performance.now()
  isHeld = false
  for (const end of held) end()
  await eventually(() => idsOf() === 105, 'every event', 60_000)
  await eventually(
    async () => (await setup.pending()).length <= 8,
    'all to be delivered but what the killed process was sending',
    60_000,
  )
  const pending = await setup.pending()
  assert.ok(pending.length > 0)
  const seconds = (performance.now() - killedAt) / 1_000
  const freeAfter = Math.max(...pending.map(({ freeInSeconds }) => freeInSeconds)) + seconds
  t.diagnostic(`free ${freeAfter.toFixed(1)} s after the kill`)
  assert.ok(freeAfter < 60)
  await setup.makeFree()
  await eventually(
    async () => (await setup.deliveries()).every(({ status }) => status === 'delivered'),
    'every event to be delivered',
  )
  // Nothing else than what the killed process was sending was sent twice.
  const twice = receiver.received.length - 105
  assert.ok(twice >= 1 && twice <= 9, `${twice} were sent twice`)
  survivor.signal('SIGTERM')
  assert.equal((await survivor.exited).code, 0)

  function idsOf(): number {
    return new Set(receiver.received.map((webhook) => verified(endpoint.secret, webhook).id)).size
  }
})

test('Two processes share the work, and each event is sent once', async (t) => {
  const setup = await WebhookSetup.open(t, vault, secrets)
  const { receiver, endpoint } = setup
  const services = await Promise.all([startServiceProcess({ env }), startServiceProcess({ env })])
  // The first batch of a process has one event: the second request is of the other process.
  const both = Promise.withResolvers<void>()
  let requests = 0
  receiver.respond(async (response) => {
    requests += 1
    if (requests === 2) both.resolve()
    await both.promise
    response.writeHead(204).end()
  })
  await setup.makeEvents(100)
  await setup.untilAllDelivered(100)
  const ids = receiver.received.map((webhook) => verified(endpoint.secret, webhook).id)
  assert.equal(new Set(ids).size, 100)
  assert.equal(ids.length, 100)
  const counts = await Promise.all(
    services.map(async ({ metricsUrl }) => {
      const text = await (await fetch(metricsUrl)).text()
      return Number(/vault_webhook_attempts_total\{result="delivered"\} (\d+)/.exec(text)?.[1] ?? 0)
    }),
  )
  t.diagnostic(`the processes delivered ${counts.join(' and ')}`)
  assert.ok(counts.every((count) => count > 0))
  for (const service of services) service.signal('SIGTERM')
  for (const service of services) assert.equal((await service.exited).code, 0)
})

test('A process that stops lets an attempt end, and records it', async (t) => {
  const setup = await WebhookSetup.open(t, vault, secrets)
  const service = await startServiceProcess({ env })
  const asked = Promise.withResolvers<() => void>()
  setup.receiver.respond((response) => asked.resolve(() => response.writeHead(204).end()))
  await setup.makeEvents(1)
  const respond = await asked.promise
  service.signal('SIGTERM')
  await service.logged('stopping')
  respond()
  assert.equal((await service.exited).code, 0)
  const [delivery] = await setup.deliveries()
  assert.deepEqual([delivery?.status, delivery?.attempts], ['delivered', 1])
})
