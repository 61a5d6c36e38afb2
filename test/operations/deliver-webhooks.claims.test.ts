import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Caller } from '../../src/domain/caller.ts'
import { claimDeliveries } from '../../src/history/webhooks/delivery/claim-deliveries.store.ts'
import { deliverWebhooks } from '../../src/history/webhooks/delivery/deliver-webhooks.ts'
import { SecretUnreadable } from '../../src/history/webhooks/delivery/sign-webhook.ts'
import { WebhookSender } from '../../src/history/webhooks/delivery/webhook-sender.ts'
import { Secrets } from '../../src/runtime/secrets/secrets.ts'
import { DELIVERING, makeTransfer, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { holdTable } from '../support/vault/held-table.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault({ ...DELIVERING, WEBHOOK_DELIVERY: false })
const { api, app, sql, database, metrics } = vault

test('New events are made, claimed and sent by one batch; another key claims nothing', async (t) => {
  const setup = await WebhookSetup.open(t, vault, app.secrets)
  const { organizationId, receiver } = setup
  const endpoint = { organizationId, endpointId: setup.endpoint.id, isFailing: false }
  const batch = { ...endpoint, countMax: 2 }
  await setup.makeEvents(3)
  await allSealed(vault, organizationId)
  const open = (secrets: Secrets | null) => {
    const log = { error: () => undefined, debug: () => undefined } as never
    const sender = new WebhookSender({ config: DELIVERING, database, secrets, metrics, log })
    t.after(() => sender.stop())
    return sender
  }
  const claimed = async () => {
    const rows = await sql`
      select from webhook_deliveries
      where endpoint_id = ${endpoint.endpointId} and claimed_until is not null`
    return rows.length
  }
  const other = open(new Secrets(() => [randomBytes(32)]))
  await assert.rejects(other.sendBatch(batch), SecretUnreadable)
  assert.deepEqual([receiver.received.length, await claimed()], [0, 0])
  const sender = open(app.secrets)
  assert.deepEqual(await sender.sendBatch(batch), { ...endpoint, countMax: 8 })
  assert.deepEqual([receiver.received.length, await claimed()], [2, 0])
  assert.ok(await sender.sendBatch(batch))
  assert.equal(await sender.sendBatch(batch), undefined)
  assert.deepEqual([receiver.received.length, await claimed()], [3, 0])
})

test('The event of a rotation that ends during a claim is signed by the new secret', async (t) => {
  const setup = await WebhookSetup.open(t, vault, app.secrets)
  const { organizationId, token } = setup
  const endpoint = { organizationId, endpointId: setup.endpoint.id }
  await setup.makeEvents()
  const claim = () =>
    claimDeliveries(endpoint, database, 10, ({ encryptedSecret, previousEncryptedSecret }) =>
      [encryptedSecret, previousEncryptedSecret ?? []].flat(),
    )
  const path = `/v1/webhook-endpoints/${endpoint.endpointId}/rotate-secret`
  // The claim stops between its look at the endpoint and its look for new events.
  const options = { organizationId, mode: 'exclusive' } as const
  const release = await holdTable(t, vault, 'webhook_endpoint_health', options)
  const claiming = claim()
  await whoWaitsForLock(sql)
  assert.equal((await api.post(path, { token, body: {} })).status, 200)
  await allSealed(vault, organizationId)
  await release()
  const claimed = await claiming
  assert.equal(claimed?.events.at(-1)?.type, 'webhook_endpoint.secret_rotated')
  const [stored] = await sql`
    select encrypted_secret, previous_encrypted_secret from webhook_endpoints
    where organization_id = ${organizationId} and id = ${endpoint.endpointId}`
  const secrets = [stored?.encryptedSecret, stored?.previousEncryptedSecret]
  assert.deepEqual(claimed?.secrets, secrets)
  assert.equal(await claim(), undefined, 'what one claimed, no other claims')
})

test('An organization that fails stops no other one', async (t) => {
  for (let count = 0; count < 2; count += 1) {
    const { organizationId, token } = await WebhookSetup.open(t, vault, app.secrets)
    await makeTransfer(vault, organizationId, token)
  }
  await sql`update transfer_batches set expires_at = now()`
  const asked = new Set<string>()
  const lines: string[] = []
  const stop = deliverWebhooks({
    config: DELIVERING,
    database,
    secrets: app.secrets,
    metrics,
    log: { error: (_: object, line: string) => lines.push(line), debug: () => undefined } as never,
    endAndReviewTransfers: async ({ organizationId }: Caller) => {
      asked.add(organizationId)
      throw new Error('a defect')
    },
  })
  await eventually(() => asked.size === 2, 'both organizations', 12_000)
  await stop()
  assert.ok(lines.includes('webhooks not looked for'))
})
