import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookVerificationError } from '../src/client.ts'

const SECRET = `whsec_${btoa('a secret of thirty-two characters')}`
const OTHER = `whsec_${btoa('another secret, of the next month')}`
const BODY = JSON.stringify({ id: 'evt_1', type: 'transfer.completed', data: { note: 'Ünïcode' } })

function signed(secret = SECRET, at = new Date()) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': new Webhook(secret).sign('evt_1', at, BODY),
  }
}

const isRefused = { name: 'WebhookVerificationError' }

test("what the service's own library signed is an event, whatever its body and headers come as", async () => {
  const headers = signed()
  const bytes = new TextEncoder().encode(BODY)
  for (const body of [BODY, bytes, Buffer.from(BODY)]) {
    const event = await verifyWebhook({ body, headers, secret: SECRET })
    assert.deepEqual(event, JSON.parse(BODY))
  }
  const event = await verifyWebhook({ body: BODY, headers: new Headers(headers), secret: SECRET })
  assert.equal(event.type, 'transfer.completed')
})

test('while a secret is rotated, either is enough', async () => {
  const both = { ...signed(OTHER) }
  both['webhook-signature'] =
    `v1a,AAAA v1,%% ${signed()['webhook-signature']} ${both['webhook-signature']}`
  for (const secret of [SECRET, OTHER, [OTHER, SECRET]]) {
    assert.ok(await verifyWebhook({ body: BODY, headers: both, secret }))
  }
  const old = { body: BODY, headers: signed(), secret: [OTHER, SECRET] }
  assert.ok(await verifyWebhook(old))
})

test('another body, id, time or secret, or no signature, is refused', async () => {
  const headers = signed()
  const given = { body: BODY, headers, secret: SECRET }
  const { 'webhook-signature': _, ...unsigned } = headers
  for (const changed of [
    { body: BODY.replace('1', '2') },
    { headers: { ...headers, 'webhook-id': 'evt_2' } },
    { headers: { ...headers, 'webhook-timestamp': `${Number(headers['webhook-timestamp']) - 1}` } },
    { headers: { ...headers, 'webhook-timestamp': 'soon' } },
    { headers: { ...headers, 'webhook-signature': 'v1,AAAA' } },
    { headers: unsigned },
    { secret: OTHER },
    { secret: [] },
  ]) {
    await assert.rejects(
      verifyWebhook({ ...given, ...changed }),
      isRefused,
      JSON.stringify(changed),
    )
  }
  await assert.rejects(verifyWebhook({ ...given, secret: 'whsec_' }), TypeError)
})

test('an attempt older than five minutes is refused, or than what you say', async () => {
  const old = signed(SECRET, new Date(Date.now() - 310_000))
  const given = { body: BODY, headers: old, secret: SECRET }
  await assert.rejects(verifyWebhook(given), WebhookVerificationError)
  assert.ok(await verifyWebhook({ ...given, toleranceSeconds: 600 }))
})
