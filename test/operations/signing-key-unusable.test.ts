import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { newSigningKey } from '../../src/sealed-log/signing-key.ts'
import { insertSigningKey } from '../../src/sealed-log/signing-keys.store.ts'
import { Secrets } from '../../src/secrets/secrets.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault({}, { signingKey: false })
const { api, records, database } = vault
const path = '/v1/event-checkpoints'

test('a key of another SECRETS_KEY, as after a restore, is refused and says what to do', async () => {
  const key = newSigningKey(new Secrets(() => [randomBytes(32)]))
  await insertSigningKey(database, key)
  const { token } = await records.token(await records.organization())
  const response = await withoutWriting(records, () => api.post(path, { token }))
  assertRefused(response, {
    status: 409,
    code: 'signing_key_missing',
    detail:
      `SECRETS_KEY does not decrypt the vault's key ${key.id}: the vault's operator adds the key ` +
      'that encrypted it to SECRETS_KEY, or makes a new one with vault-inventory signing-key rotate.',
    instance: path,
  })
})
