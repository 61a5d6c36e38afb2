import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { makeDeliveries } from '../../src/webhooks/delivery/make-deliveries.store.ts'
import { type Sending, sendEvents } from '../../src/webhooks/delivery/send-events.ts'
import { DELIVERING, WebhookSetup } from '../support/operations/webhook-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault({ ...DELIVERING, WEBHOOK_DELIVERY: false })
const { app, sql, database } = vault

/** An endpoint with due deliveries, and what sending needs, with as little as can be. */
async function openDue(t: TestContext) {
  const setup = await WebhookSetup.open(t, vault, app.secrets)
  const { organizationId } = setup
  const endpoint = { organizationId, endpointId: setup.endpoint.id, isFailing: false }
  await setup.makeEvents(3)
  await makeDeliveries(endpoint, database)
  const stopping = new AbortController()
  let posts = 0
  const post = async () => {
    posts += 1
    return { status: 204, response: '', error: null, durationMs: 1 }
  }
  const sending: Sending = {
    ...{ database, stopping: stopping.signal, agent: { post } as never },
    decrypt: () => [setup.endpoint.secret],
    inTurn: (_, transaction) => transaction(),
    isOver: () => stopping.signal.aborted,
    attempted: () => undefined,
    disable: async () => undefined,
  }
  const claimed = async () => {
    const rows = await sql<{ number: string }[]>`
      select event_number as number from webhook_deliveries
      where endpoint_id = ${endpoint.endpointId} and claimed_until is not null`
    return rows.length
  }
  return { endpoint, sending, stopping, claimed, posts: () => posts }
}

test('A process that stops during a claim begins no attempt, and gives it back', async (t) => {
  const { endpoint, sending, stopping, claimed, posts } = await openDue(t)
  await sendEvents(endpoint, {
    ...sending,
    inTurn: async (_, transaction) => {
      const result = await transaction()
      if (!stopping.signal.aborted) assert.equal(await claimed(), 1)
      stopping.abort()
      return result
    },
  })
  assert.deepEqual([posts(), await claimed()], [0, 0])
})

test('A process with another key claims nothing', async (t) => {
  const { endpoint, sending, claimed, posts } = await openDue(t)
  const decrypt = () => {
    throw new Error('not the key')
  }
  await assert.rejects(sendEvents(endpoint, { ...sending, decrypt }), /not the key/)
  assert.deepEqual([posts(), await claimed()], [0, 0])
  await sendEvents(endpoint, sending)
  assert.deepEqual([posts(), await claimed()], [3, 0])
})
