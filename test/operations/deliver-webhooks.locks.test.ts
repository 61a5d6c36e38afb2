import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DELIVERING, got, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault(DELIVERING)
const { app, sql } = vault

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
