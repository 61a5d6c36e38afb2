import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../src/domain/caller.ts'
import { deliverWebhooks } from '../../src/webhooks/delivery/deliver-webhooks.ts'
import { DELIVERING, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault({ ...DELIVERING, WEBHOOK_DELIVERY: false })
const { api, app, sql, records, database, metrics } = vault

test('An organization that fails stops no other one', async (t) => {
  for (let count = 0; count < 2; count += 1) {
    const { organizationId, token } = await WebhookSetup.open(t, vault, app.secrets)
    const source = await records.fboAccount(organizationId)
    const destination = await records.fboAccount(organizationId)
    const itemId = await records.inventoryItem(organizationId, source)
    const items = [{ inventoryItemId: itemId, reason: 'trade' }]
    const body = { fromFboAccountId: source, toFboAccountId: destination, items }
    const created = await api.post('/v1/transfers', { token, body })
    assert.equal(created.status, 201, created.text)
  }
  await sql`update transfer_batches set expires_at = now()`
  const asked = new Set<string>()
  const lines: string[] = []
  const config = { WEBHOOK_ALLOW_HTTP: true, WEBHOOK_ALLOWED_NETWORKS: ['127.0.0.0/8'] }
  const stop = deliverWebhooks({
    config,
    database,
    secrets: app.secrets,
    metrics,
    log: { error: (_: object, line: string) => lines.push(line), debug: () => undefined } as never,
    expireTransfers: async ({ organizationId }: Caller) => {
      asked.add(organizationId)
      throw new Error('a defect')
    },
  })
  await eventually(() => asked.size === 2, 'both organizations', 12_000)
  await stop()
  assert.ok(lines.includes('webhooks not looked for'))
})
