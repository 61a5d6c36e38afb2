import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { RepeatedLog } from '../../../runtime/log/log.ts'
import { Secrets } from '../../../runtime/secrets/secrets.ts'
import { decryptSecrets, SecretUnreadable, webhookHeaders } from './sign-webhook.ts'

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

const HOUR = 3_600_000
const ENDPOINT = { organizationId: 'org_1', endpointId: 'hook_1' }

test('A previous secret that cannot be decrypted is left out, the current one is not', () => {
  const [key, lost] = [new Secrets(() => [randomBytes(32)]), new Secrets(() => [randomBytes(32)])]
  const said: string[] = []
  const hourlyLog = new RepeatedLog(
    { error: (_: object, line: string) => said.push(line) } as never,
    HOUR,
  )
  const decrypted = (current: Secrets, previous: Secrets) => {
    const context = 'webhook org_1 hook_1'
    const encryptedSecret = current.encrypt('current', context)
    const previousEncryptedSecret = previous.encrypt('previous', context)
    const destination = { url: '', version: 1, encryptedSecret, previousEncryptedSecret }
    return decryptSecrets(ENDPOINT, destination, key, hourlyLog)
  }
  assert.deepEqual(decrypted(key, key), ['current', 'previous'])
  assert.deepEqual(said, [])
  assert.deepEqual(decrypted(key, lost), ['current'])
  assert.throws(() => decrypted(lost, key), SecretUnreadable)
  assert.deepEqual(said, [
    'webhooks sent without the previous secret: it cannot be decrypted',
    'webhooks not sent: a secret cannot be decrypted',
  ])
})
