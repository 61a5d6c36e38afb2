import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs, { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
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
  const config = embedded(t)
  const encrypted = openSecrets(config)?.encrypt('kept', 'a') as string
  assert.equal(openSecrets(config)?.decrypt(encrypted, 'a'), 'kept')
  assert.deepEqual(readdirSync(config.DATA_DIR), ['secrets.key'])
  assert.equal(statSync(join(config.DATA_DIR, 'secrets.key')).mode & 0o777, 0o600)
})

test('Where SECRETS_KEY is set later, it encrypts, and the kept key still decrypts', (t) => {
  const config = embedded(t)
  const before = openSecrets(config)?.encrypt('kept', 'a') as string
  const later = openSecrets({ ...config, SECRETS_KEY: [newKey] })
  assert.equal(later?.decrypt(before, 'a'), 'kept')
  const after = later?.encrypt('kept', 'a') as string
  assert.equal(new Secrets(() => [newKey]).decrypt(after, 'a'), 'kept')
})

test('Processes that need the key first at once get the same, and never a part of its file', async (t) => {
  const config = embedded(t)
  const program = `
    import { openSecrets } from ${JSON.stringify(new URL('secrets.ts', import.meta.url).href)}
    console.log(openSecrets(${JSON.stringify(config)}).encrypt('kept', 'a'))`
  const run = promisify(execFile)
  const made = await Promise.all(
    Array.from({ length: 8 }, () =>
      run(process.execPath, ['--input-type=module', '--eval', program]),
    ),
  )
  const secrets = openSecrets(config)
  for (const { stdout } of made) assert.equal(secrets?.decrypt(stdout.trim(), 'a'), 'kept')
  assert.deepEqual(readdirSync(config.DATA_DIR), ['secrets.key'])
})

test('A key file that cannot be written whole is not made', (t) => {
  const config = embedded(t)
  const secrets = openSecrets(config)
  t.mock.method(fs, 'writeFileSync', (path: string) => {
    closeSync(openSync(path, 'wx'))
    throw new Error('no space left on device')
  })
  syncBuiltinESMExports()
  assert.throws(() => secrets?.encrypt('kept', 'a'), /no space left/)
  t.mock.restoreAll()
  syncBuiltinESMExports()
  const encrypted = openSecrets(config)?.encrypt('kept', 'a') as string
  assert.equal(openSecrets(config)?.decrypt(encrypted, 'a'), 'kept')
})

function embedded(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'vault-secrets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return { SECRETS_KEY: [], DATABASE_URL: null, DATA_DIR: folder }
}

test('With a database of your own, there are no secrets without SECRETS_KEY', () => {
  const config = { SECRETS_KEY: [], DATABASE_URL: 'postgres://localhost/vault', DATA_DIR: './data' }
  assert.equal(openSecrets(config), null)
  assert.notEqual(openSecrets({ ...config, SECRETS_KEY: [newKey] }), null)
})
