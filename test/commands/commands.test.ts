import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

async function succeed(...args: string[]) {
  const result = await runCommand([...args, '--json'], env)
  assert.deepEqual({ code: result.code, stderr: result.stderr }, { code: 0, stderr: '' })
  return result.document
}

describe('organization and token commands', () => {
  test('organization create gives id, name, mode, currency and createdAt', async () => {
    const created = await succeed('organization', 'create', '--name', 'Northlight Vaults')
    assert.deepEqual(Object.keys(created), ['id', 'name', 'mode', 'currency', 'createdAt'])
    assert.match(created.id, /^org_[0-9a-z]{26}$/)
    assert.equal(created.name, 'Northlight Vaults')
    assert.match(created.createdAt, ISO)
    const { organizations } = await succeed('organization', 'list')
    assert.deepEqual(organizations.at(-1), created)
  })

  test('token create gives id, token, organizationId, permissions and expiresAt; the token works', async () => {
    const organizationId = await vault.records.organization('org_of_tokens')
    const created = await succeed(
      'token',
      'create',
      '--organization',
      organizationId,
      '--permissions',
      'fbo_accounts:read, fbo_accounts:update',
      '--expires-in',
      '12h',
    )
    assert.deepEqual(Object.keys(created), [
      'id',
      'token',
      'organizationId',
      'permissions',
      'expiresAt',
      'warnings',
    ])
    assert.match(created.id, /^tok_[0-9a-z]{26}$/)
    assert.match(created.token, /^vis_[0-9A-Za-z]+$/)
    assert.equal(created.organizationId, organizationId)
    assert.deepEqual(created.permissions, ['fbo_accounts:read', 'fbo_accounts:update'])
    assert.match(created.expiresAt, ISO)
    const lifetimeMs = Date.parse(created.expiresAt) - Date.now()
    assert.ok(Math.abs(lifetimeMs - 12 * 3_600_000) < 60_000)

    const { token } = created
    const id = await vault.records.fboAccount(organizationId)
    assert.equal((await vault.api.get(`/v1/fbo-accounts/${id}`, { token })).status, 200)
    const listed = await succeed('token', 'list', '--organization', organizationId)
    assert.equal(listed.tokens.length, 1)
    assert.equal(listed.tokens[0].state, 'valid')
    assert.ok(!JSON.stringify(listed).includes(token), 'it is shown once')

    const revoked = await succeed('token', 'revoke', created.id)
    assert.equal(revoked.state, 'revoked')
    assert.match(revoked.revokedAt, ISO)
    const path = `/v1/fbo-accounts/${id}`
    await eventually(
      async () => (await vault.api.get(path, { token })).status === 401,
      'the token to be refused, within a second of the look-up before',
      2_000,
    )
  })

  test('token create --file writes a file for its owner only, and overwrites none', async (t) => {
    const organization = await vault.records.organization('org_of_files')
    const file = join(temporaryDirectory(t), 'token.txt')
    const command = (id: string) => [
      'token',
      'create',
      '--organization',
      id,
      '--file',
      file,
      '--permissions',
      'fbo_accounts:read',
    ]
    const unknown = await runCommand(command('org_of_nobody'), env)
    assert.equal(unknown.code, 1)
    assert.equal(existsSync(file), false, 'nothing is left of one that failed')
    const created = await succeed(...command(organization))
    assert.equal(created.file, file)
    assert.equal('token' in created, false)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const token = readFileSync(file, 'utf8').trim()
    assert.equal((await vault.api.get('/v1/fbo-accounts', { token })).status, 200)
    const again = await runCommand(command(organization), env)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /The file \S+ already exists/)
    assert.equal(readFileSync(file, 'utf8').trim(), token)
    const listed = await succeed('token', 'list', '--organization', organization)
    assert.equal(listed.tokens.length, 1, 'and no token was issued in vain')
  })

  test('without --json commands print text for people, the token on a line of its own', async () => {
    const organization = await runCommand(
      ['organization', 'create', '--name', 'Harbor', '--id', 'harbor'],
      env,
    )
    assert.equal(organization.stdout, 'Organization harbor (Harbor) created.\n')
    const permissions = ['--permissions', 'fbo_accounts:read']
    const token = await runCommand(
      ['token', 'create', '--organization', 'harbor', ...permissions],
      env,
    )
    assert.match(token.stdout, /^vis_[0-9A-Za-z]+\n\nToken tok_\w+ of harbor, valid until /)
    const list = await runCommand(['token', 'list', '--organization', 'harbor'], env)
    assert.match(
      list.stdout,
      /^ID +STATE +EXPIRES +LAST USED +OWNER +ALLOWED FROM +PERM.+\ntok_\w+ +valid +\S+ +- +- +any/,
    )
  })

  test('a token may be bound to addresses', async () => {
    const organizationId = await vault.records.organization('org_of_addresses')
    const create = ['token', 'create', '--organization', organizationId]
    const grant = ['--permissions', 'fbo_accounts:read', '--allow']
    await succeed(...create, ...grant, '192.0.2.7, 2001:DB8::/32')
    const { tokens } = await succeed('token', 'list', '--organization', organizationId)
    assert.deepEqual(tokens[0].allowedAddresses, ['192.0.2.7/32', '2001:db8::/32'])
  })

  test('token create --owner names the owner, and the list shows it', async () => {
    const organizationId = await vault.records.organization('org_of_owners')
    await succeed(
      'token',
      'create',
      '--organization',
      organizationId,
      '--permissions',
      'fbo_accounts:read',
      '--owner',
      'Ada 🪙',
    )
    const listed = await succeed('token', 'list', '--organization', organizationId)
    assert.equal(listed.tokens[0].owner, 'Ada 🪙')
    const reported = await runCommand(['token', 'list', '--organization', organizationId], env)
    assert.match(reported.stdout, /\S+Z +- +Ada 🪙 +anywhere +fbo_accounts:read\n$/)
    for (let count = 0; count < 101; count += 1) await vault.records.token(organizationId)
    const all = await succeed('token', 'list', '--organization', organizationId)
    assert.equal(all.tokens.length, 102, 'more than a page of the API')
  })
})

test('an organization has the currency that it was created with, USD by default', async () => {
  const create = ['organization', 'create', '--name', 'Nordlicht', '--id']
  assert.equal((await succeed(...create, 'org_dollars')).currency, 'USD')
  assert.equal((await succeed(...create, 'org_euros', '--currency', 'EUR')).currency, 'EUR')
  const { organizations } = await succeed('organization', 'list')
  const [dollars, euros] = organizations.slice(-2)
  assert.deepEqual([dollars.currency, euros.currency], ['USD', 'EUR'])
  const { token } = await vault.records.token('org_euros')
  assert.equal((await vault.api.get('/v1/caller', { token })).body.data.currency, 'EUR')
})

test('migrate creates the schema, and says when there is nothing to do', async () => {
  const { env: empty } = await makeDatabase()
  const first = (await runCommand(['migrate', '--json'], empty)).document
  assert.deepEqual(first.applied, ['0001_vault'])
  assert.equal(first.schemaVersion, first.applied.length)
  const second = await runCommand(['migrate', '--json'], empty)
  assert.deepEqual(second.document, { applied: [], schemaVersion: first.schemaVersion })
  const reported = await runCommand(['migrate'], empty)
  assert.equal(reported.stdout, `Schema ${first.schemaVersion} is up to date.\n`)
})
