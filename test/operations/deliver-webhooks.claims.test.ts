import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BatchOptions, sendBatch } from '../../src/webhooks/delivery/send-batch.ts'
import { DELIVERING, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault({ ...DELIVERING, WEBHOOK_DELIVERY: false })
const { app, sql, database } = vault

test('New events are made, claimed and sent by one batch; another key claims nothing', async (t) => {
  const setup = await WebhookSetup.open(t, vault, app.secrets)
  const { organizationId } = setup
  const endpoint = { organizationId, endpointId: setup.endpoint.id, isFailing: false }
  await setup.makeEvents(3)
  let posts = 0
  const post = async () => {
    posts += 1
    return { status: 204, response: '', error: null, durationMs: 1 }
  }
  const options: BatchOptions = {
    database,
    agent: { post },
    countMax: 2,
    stopping: new AbortController().signal,
    decrypt: () => [setup.endpoint.secret],
    withSlot: (_, transaction) => transaction(),
    attempted: () => undefined,
  }
  const claimed = async () => {
    const rows = await sql`
      select from webhook_deliveries
      where endpoint_id = ${endpoint.endpointId} and claimed_until is not null`
    return rows.length
  }
  const decrypt = () => {
    throw new Error('not the key')
  }
  await assert.rejects(sendBatch(endpoint, { ...options, decrypt }), /not the key/)
  assert.deepEqual([posts, await claimed()], [0, 0])
  const healthy = { isFailing: false, disabledReason: undefined }
  assert.deepEqual(await sendBatch(endpoint, options), healthy)
  assert.deepEqual([posts, await claimed()], [2, 0])
  assert.deepEqual(await sendBatch(endpoint, options), healthy)
  assert.equal(await sendBatch(endpoint, options), undefined)
  assert.deepEqual([posts, await claimed()], [3, 0])
})
