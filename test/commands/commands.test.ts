import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { OWN } from '../support/schema/later-version.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

async function succeed(call: string) {
  const { code, stderr, document } = await runCommand(`${call} --json`, env)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return document
}

test('organization create gives id, name, mode, currency and createdAt', async () => {
  const created = await succeed("organization create --name 'Northlight Vaults'")
  assert.deepEqual(Object.keys(created), ['id', 'name', 'mode', 'currency', 'createdAt'])
  assert.match(created.id, /^org_[0-9a-z]{26}$/)
  assert.equal(created.name, 'Northlight Vaults')
  assert.match(created.createdAt, ISO)
  const { organizations } = await succeed('organization list')
  assert.deepEqual(organizations.at(-1), created)
})

test('an organization has the currency that it was created with, USD by default', async () => {
  const dollars = await succeed('organization create --name Dollars --id org_dollars')
  const euros = await succeed('organization create --name Euros --id org_euros --currency EUR')
  assert.deepEqual([dollars.currency, euros.currency], ['USD', 'EUR'])
  const { organizations } = await succeed('organization list')
  assert.deepEqual(organizations.slice(-2), [dollars, euros])
  const { token } = await vault.records.token('org_euros')
  assert.equal((await vault.api.get('/v1/caller', { token })).body.data.currency, 'EUR')
})

test('token create gives id, token, organizationId, permissions and expiresAt; the token works', async () => {
  const organizationId = await vault.records.organization()
  const created = await succeed(
    `token create --organization ${organizationId} --expires-in 12h ` +
      "--permissions 'fbo_accounts:read, fbo_accounts:update'",
  )
  const { id: tokenId, token, expiresAt, ...rest } = created
  assert.deepEqual(rest, {
    organizationId,
    permissions: ['fbo_accounts:read', 'fbo_accounts:update'],
    warnings: rest.warnings,
  })
  assert.match(tokenId, /^tok_[0-9a-z]{26}$/)
  assert.match(token, /^vis_[0-9A-Za-z]+$/)
  assert.match(expiresAt, ISO)
  const lifetimeMs = Date.parse(expiresAt) - Date.now()
  assert.ok(Math.abs(lifetimeMs - 12 * 3_600_000) < 60_000)

  const path = `/v1/fbo-accounts/${await vault.records.fboAccount(organizationId)}`
  assert.equal((await vault.api.get(path, { token })).status, 200)
  const listed = await succeed(`token list --organization ${organizationId}`)
  assert.equal(listed.tokens.length, 1)
  assert.equal(listed.tokens[0].state, 'valid')
  assert.ok(!JSON.stringify(listed).includes(token), 'it is shown once')

  const revoked = await succeed(`token revoke ${tokenId}`)
  assert.equal(revoked.state, 'revoked')
  assert.match(revoked.revokedAt, ISO)
  await eventually(
    async () => (await vault.api.get(path, { token })).status === 401,
    'the token to be refused, within a second of the look-up before',
    2_000,
  )
})

test('token create --file writes a file for its owner only, and overwrites none', async (t) => {
  const organization = await vault.records.organization()
  const file = join(temporaryDirectory(t), 'token.txt')
  const command = (id: string) =>
    `token create --organization ${id} --file ${file} --permissions fbo_accounts:read`
  const unknown = await runCommand(command('org_of_nobody'), env)
  assert.equal(unknown.code, 1)
  assert.equal(existsSync(file), false, 'nothing is left of one that failed')
  const created = await succeed(command(organization))
  assert.equal(created.file, file)
  assert.equal('token' in created, false)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const token = readFileSync(file, 'utf8').trim()
  assert.equal((await vault.api.get('/v1/fbo-accounts', { token })).status, 200)
  const again = await runCommand(command(organization), env)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /The file \S+ already exists/)
  assert.equal(readFileSync(file, 'utf8').trim(), token)
  const listed = await succeed(`token list --organization ${organization}`)
  assert.equal(listed.tokens.length, 1, 'and no token was issued in vain')
})

test('without --json commands print text for people, the token on a line of its own', async () => {
  const organization = await runCommand('organization create --name Harbor --id harbor', env)
  assert.equal(organization.stdout, 'Organization harbor (Harbor) created.\n')
  const token = await runCommand(
    'token create --organization harbor --permissions fbo_accounts:read',
    env,
  )
  assert.match(token.stdout, /^vis_[0-9A-Za-z]+\n\nToken tok_\w+ of harbor, valid until /)
  const list = await runCommand('token list --organization harbor', env)
  assert.match(
    list.stdout,
    /^ID +STATE +EXPIRES +LAST USED +OWNER +ALLOWED FROM +PERM.+\ntok_\w+ +valid +\S+ +- +- +any/,
  )
})

test('a token may be bound to addresses, and have an owner, whom the list shows', async () => {
  const organizationId = await vault.records.organization()
  const list = `token list --organization ${organizationId}`
  const create = `token create --organization ${organizationId} --permissions fbo_accounts:read`
  await succeed(`${create} --allow '192.0.2.7, 2001:DB8::/32' --owner 'Ada 🪙'`)
  const [token] = (await succeed(list)).tokens
  assert.deepEqual(token.allowedAddresses, ['192.0.2.7/32', '2001:db8::/32'])
  assert.equal(token.owner, 'Ada 🪙')
  await succeed(`${create} --owner 'Bo 🪙'`)
  const { stdout } = await runCommand(list, env)
  assert.match(stdout, /\S+Z +- +Bo 🪙 +anywhere +fbo_accounts:read\n/)
  for (let count = 0; count < 100; count += 1) await vault.records.token(organizationId)
  assert.equal((await succeed(list)).tokens.length, 102, 'more than a page of the API')
})

test('migrate creates the schema, and says when there is nothing to do', async () => {
  const { env: empty } = await makeDatabase()
  const first = (await runCommand('migrate --json', empty)).document
  assert.deepEqual(first.applied, OWN)
  assert.equal(first.schemaVersion, first.applied.length)
  const second = await runCommand('migrate --json', empty)
  assert.deepEqual(second.document, { applied: [], schemaVersion: first.schemaVersion })
  const reported = await runCommand('migrate', empty)
  assert.equal(reported.stdout, `Schema ${first.schemaVersion} is up to date.\n`)
})
