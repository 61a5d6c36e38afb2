import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { afterTest, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { runCheck } from '../support/processes/run-check.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { adminConnection, connectionAs, createRole, testServer } from '../support/vault/server.ts'

const newKey = () => randomBytes(32).toString('base64')

test('check makes nothing where nothing is, and says what serve would make', async (t) => {
  const parent = temporaryDirectory(t)
  const absent = await runCheck({ DATA_DIR: join(parent, 'absent') })
  assert.deepEqual([absent.code, absent.status], [0, 'warning'])
  assert.deepEqual(absent.faults, ['warning database'])
  assert.match(absent.message('database'), /^DATABASE_URL is not set: serve makes a new, empty /)
  assert.equal(existsSync(join(parent, 'absent')), false)
  mkdirSync(join(parent, 'empty'))
  assert.deepEqual((await runCheck({ DATA_DIR: join(parent, 'empty') })).faults, absent.faults)
  assert.deepEqual(readdirSync(join(parent, 'empty')), [])
})

test('check tells all faults of the settings, the disk and the ports in one answer', async (t) => {
  const folder = temporaryDirectory(t)
  writeFileSync(join(folder, '.env'), 'LOG_LEVLE=info\n')
  writeFileSync(join(folder, 'file'), '')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  afterTest(t, () => taken.close())
  const { port } = taken.address() as AddressInfo
  const env = { DATA_DIR: './file', PORT: `${port}`, IDLE_TIMEOUT_MS: 'x' }
  const found = await runCheck(env, folder)
  assert.deepEqual([found.code, found.status], [1, 'problem'])
  assert.deepEqual(found.faults, [
    'problem settings',
    'problem settings',
    'warning database',
    'problem disk',
    'problem ports',
  ])
  assert.match(found.message('settings'), /LOG_LEVLE in \.env is not a setting/)
  assert.match(found.message('settings'), /IDLE_TIMEOUT_MS must be a whole number/)
  assert.match(found.message('ports'), new RegExp(`port ${port} is taken: free it or set PORT`))
  assert.equal(found.message('database'), 'not looked at: mend the settings first.')
})

test('check compares role, schema and keys of an external database with what serve needs', async (t) => {
  const { sql, owner, service, role } = await twoRoles(t)
  const SECRETS_KEY = newKey()
  const unmigrated = await runCheck(service)
  assert.deepEqual(unmigrated.faults, ['problem schema', 'warning keys'])
  assert.match(unmigrated.message('schema'), /pending .* run vault-inventory migrate as the owner/)
  const mayMigrate = await runCheck({ DATABASE_URL: owner.DATABASE_URL })
  assert.deepEqual([mayMigrate.code, mayMigrate.faults[0]], [0, 'warning schema'])
  const [made] = await sql`select to_regclass('schema_migrations') as made`
  assert.equal(made?.made, null, 'nothing was migrated')

  assert.equal((await runCommand(['migrate'], owner)).code, 0)
  const withoutKey = await runCheck(service)
  assert.deepEqual([withoutKey.code, withoutKey.faults], [0, ['warning keys']])
  assert.deepEqual((await runCheck({ ...owner, SECRETS_KEY })).faults, [
    'warning role',
    'warning keys',
  ])
  const create = ['signing-key', 'create']
  assert.equal((await runCommand(create, { ...service, SECRETS_KEY })).code, 0)
  const sound = await runCheck({ ...service, SECRETS_KEY })
  assert.deepEqual([sound.code, sound.status, sound.faults], [0, 'ok', []])
  assert.match(sound.message('disk'), /^not looked at: /)
  for (const env of [service, { ...service, SECRETS_KEY: newKey() }]) {
    const wrong = await runCheck(env)
    assert.deepEqual([wrong.code, wrong.faults], [1, ['problem keys']])
  }
  const rotated = await runCheck({ ...service, SECRETS_KEY: `${newKey()},${SECRETS_KEY}` })
  assert.equal(rotated.status, 'ok')

  await sql`revoke insert on inventory_movements from ${sql(role)}`
  const lacking = await runCheck({ ...service, SECRETS_KEY })
  assert.deepEqual([lacking.code, lacking.faults], [1, ['problem role']])
  assert.match(lacking.message('role'), /lacks insert on inventory_movements: run /)
  await runCommand(['migrate'], owner)
  await sql`insert into schema_migrations (version, name, sha256) values (9999, '9999_later', 'x')`
  const newer = await runCheck({ ...service, SECRETS_KEY })
  assert.deepEqual([newer.code, newer.faults], [1, ['problem schema', 'warning keys']])
  assert.match(newer.message('schema'), /has schema 9999 .*, newer than/)
})

test('check names records that two spellings of one thing name, and merges none', async (t) => {
  const { sql, owner, service } = await twoRoles(t)
  assert.equal((await runCommand(['migrate'], owner)).code, 0)
  await sql`
    insert into inventory_item_identifiers (organization_id, inventory_item_id, scheme,
      value_folded, is_present)
    values ('org_1', 'item_1', 'psa_cert', '88117722', true),
      ('org_1', 'item_2', 'psa_cert', ${'8811\u200b7722'}, true),
      ('org_2', 'item_3', 'psa_cert', ${'8811\u200b7722'}, true)`
  await sql`
    insert into people (organization_id, id, email, name, role_ids, created_at)
    values ('org_1', 'prsn_1', 'ben@example.com ', 'Ben', '{}', now()),
      ('org_1', 'prsn_2', 'ben@example.com', 'Ben', '{}', now())`
  const found = await runCheck({ ...service, SECRETS_KEY: newKey() })
  assert.deepEqual(found.faults.slice(1), ['problem names', 'warning names', 'problem names'])
  const messages = found.message('names').split('\n')
  assert.match(
    messages[0] ?? '',
    /^item_2 and item_1 of org_1 have two spellings of one identifier: /,
  )
  assert.match(messages[1] ?? '', /enter it again for item_3\.$/)
  assert.match(messages[2] ?? '', /^prsn_1 and prsn_2 of org_1 have two spellings of one email: /)
  const [kept] = await sql`select count(*)::integer as rows from inventory_item_identifiers`
  assert.equal(kept?.rows, 3)
})

test('check says in one line why a database cannot be used', async (t) => {
  const { service } = await twoRoles(t)
  const url = (change: (url: string) => string) => ({ DATABASE_URL: change(service.DATABASE_URL) })
  for (const env of [
    { DATABASE_URL: 'postgres://someone:a-secret@127.0.0.1:1/vault' },
    url((text) => text.replace(/:[^:@]+@/, ':a-secret@')),
    url((text) => text.replace(/(@[^/]*)\/[^?]+/, '$1/nothing')),
  ]) {
    const found = await runCheck(env)
    assert.deepEqual([found.code, found.faults], [1, ['problem database']])
    assert.match(found.message('database'), /^The PostgreSQL of DATABASE_URL cannot be used/)
    assert.doesNotMatch(found.message('database'), /a-secret|\n/)
  }
})

/** An empty database, its owner with SERVICE_ROLE, and the role that is to serve. */
async function twoRoles(t: TestContext) {
  const admin = adminConnection(testServer())
  const role = `vault_test_${process.pid}_check_${randomBytes(4).toString('hex')}`
  await createRole(admin, role)
  afterTest(t, async () => {
    await admin`drop role ${admin(role)}`
    await admin.end()
  })
  const { sql, connection, env } = await emptyDatabase(t)
  return {
    sql,
    role,
    owner: { ...(env as { DATABASE_URL: string }), SERVICE_ROLE: role },
    service: { DATABASE_URL: databaseUrlOf(connectionAs(role, connection)) },
  }
}
