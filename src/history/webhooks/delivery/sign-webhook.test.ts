import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { webhookHeaders } from './sign-webhook.ts'

/** The vector that the libraries of the specification are tested with. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('The published vector of Standard Webhooks gets the published signature', () => {
  assert.deepEqual(webhookHeaders([VECTOR.secret], VECTOR.message), {
    'content-type': 'application/json',
    'user-agent': 'vault-inventory',
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': VECTOR.signature,
  })
})

test('The signature is the HMAC that the specification names, by other code than its own', () => {
  const { id, body } = VECTOR.message
  const key = Buffer.from(VECTOR.secret.slice('whsec_'.length), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.1614265330.${body}`).digest('base64')
  assert.equal(VECTOR.signature, `v1,${hmac}`)
})

test('While two secrets live, a receiver that has either of them verifies', () => {
  const [newer, older, other] = [1, 2, 3].map(() => `whsec_${randomBytes(32).toString('base64')}`)
  const body = '{"type":"transfer.completed","data":{"note":"Zürich 🏛"}}'
  const at = new Date()
  const headers = webhookHeaders([newer, older] as string[], { id: 'evt_1_a', at, body })
  assert.match(headers['webhook-signature'], /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
  for (const secret of [newer, older] as string[]) {
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  }
  assert.throws(() => new Webhook(other as string).verify(body, headers), /No matching signature/)
  assert.throws(() => new Webhook(newer as string).verify(`${body} `, headers), /No matching/)
})
