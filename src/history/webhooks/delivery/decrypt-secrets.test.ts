import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Secrets } from '../../../runtime/secrets/secrets.ts'
import { decryptSecrets, HourlyLog, SecretUnreadable } from './decrypt-secrets.ts'

const HOUR = 3_600_000
const ENDPOINT = { organizationId: 'org_1', endpointId: 'hook_1', isFailing: false }

test('An error is logged hourly for as long as it lasts', (t) => {
  let now = 5
  t.mock.method(performance, 'now', () => now)
  const lines: string[] = []
  const hourlyLog = new HourlyLog({ error: (_: object, line: string) => lines.push(line) } as never)
  for (const moment of [5, 6, HOUR, HOUR + 5, 2 * HOUR + 5]) {
    now = moment
    hourlyLog.error('one')
  }
  hourlyLog.error('two')
  assert.deepEqual(lines, ['one', 'one', 'one', 'two'])
})

test('A previous secret that cannot be decrypted is left out, the current one is not', () => {
  const [key, lost] = [new Secrets(() => [randomBytes(32)]), new Secrets(() => [randomBytes(32)])]
  const said: string[] = []
  const hourlyLog = new HourlyLog({ error: (_: object, line: string) => said.push(line) } as never)
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
