import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSecrets, Secrets } from './secrets.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

test('A secret is read with its key and in its context, and nowhere else', () => {
  const secrets = new Secrets(() => [oldKey])
  const encrypted = secrets.encrypt('whsec_Zürich', 'webhook org_1 hook_1')
  assert.notEqual(encrypted, secrets.encrypt('whsec_Zürich', 'webhook org_1 hook_1'))
  assert.equal(secrets.decrypt(encrypted, 'webhook org_1 hook_1'), 'whsec_Zürich')
  assert.throws(() => secrets.decrypt(encrypted, 'webhook org_2 hook_1'))
  const bytes = Buffer.from(encrypted, 'base64')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  assert.throws(() => secrets.decrypt(bytes.toString('base64'), 'webhook org_1 hook_1'))
})

test('A new key encrypts, and the old one beside it still decrypts', () => {
  const before = new Secrets(() => [oldKey]).encrypt('kept', 'a')
  const both = new Secrets(() => [newKey, oldKey])
  assert.equal(both.decrypt(before, 'a'), 'kept')
  const after = both.encrypt('kept', 'a')
  assert.equal(new Secrets(() => [newKey]).decrypt(after, 'a'), 'kept')
  assert.throws(() => new Secrets(() => [newKey]).decrypt(before, 'a'), /add the old key/)
})

test('The embedded database has a key of its own, which only its owner can read', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-secrets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const config = { SECRETS_KEY: [], DATABASE_URL: null, DATA_DIR: join(folder, 'data') }
  const encrypted = openSecrets(config)?.encrypt('kept', 'a') as string
  assert.equal(openSecrets(config)?.decrypt(encrypted, 'a'), 'kept')
  assert.equal(statSync(join(folder, 'data', 'secrets.key')).mode & 0o777, 0o600)
})

test('With a database of your own, there are no secrets without SECRETS_KEY', () => {
  const config = { SECRETS_KEY: [], DATABASE_URL: 'postgres://localhost/vault', DATA_DIR: './data' }
  assert.equal(openSecrets(config), null)
  assert.notEqual(openSecrets({ ...config, SECRETS_KEY: [newKey] }), null)
})
