import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { BUILT_IN_ROLES } from '../../src/domain/permissions.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
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
  for (const [currency, digits] of [
    ['JPY', 0],
    ['KWD', 3],
    ['HUF', 2],
  ] as const) {
    const { id } = await succeed(`organization create --name A --currency ${currency}`)
    const { token } = await vault.records.token(id)
    const { data } = (await vault.api.get('/v1/caller', { token })).body
    assert.deepEqual([data.currency, data.currencyDigits], [currency, digits])
  }
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
  const issued = await vault.sql`select from access_tokens where organization_id = ${organization}`
  assert.equal(issued.length, 1, 'and no token was issued in vain')
})

test('without --json commands print text for people, the token on a line of its own', async () => {
  const organization = await runCommand('organization create --name Harbor --id harbor', env)
  assert.equal(organization.stdout, 'Organization harbor (Harbor) created.\n')
  const token = await runCommand(
    'token create --organization harbor --permissions fbo_accounts:read',
    env,
  )
  assert.match(token.stdout, /^vis_[0-9A-Za-z]+\n\nToken tok_\w+ of harbor, valid until /)
})

test('token create --role gives a built-in role, or one of your own by its id or its name', async () => {
  const organizationId = await vault.records.organization()
  const of = `--organization ${organizationId}`
  const role = await runCommand(`call createRole ${of} --name Till --permissions events:read`, env)
  const { id, permissions } = role.document.data
  for (const [named, roleId, given] of [
    ['auditor', 'auditor', [...BUILT_IN_ROLES.auditor.permissions]],
    [id, id, permissions],
    ['TILL', id, permissions],
  ] as const) {
    const created = await succeed(`token create ${of} --role ${named} --owner 'Ada 🪙'`)
    assert.equal(created.roleId, roleId)
    assert.deepEqual(created.permissions.toSorted(), given.toSorted())
    const { data } = (await vault.api.get('/v1/caller', { token: created.token })).body
    assert.deepEqual([data.owner, data.permissions.toSorted()], ['Ada 🪙', given.toSorted()])
  }
})

test('person sign-in-code makes a code of the organization', async () => {
  const organizationId = await vault.records.organization()
  const of = `--organization ${organizationId}`
  const person = "--email ada@example.com --name 'Ada Lindqvist' --roles desk,approver"
  const invited = await runCommand(`call invitePerson ${of} ${person}`, env)
  const { id, roles, createdByTokenId } = invited.document.data
  assert.deepEqual([roles, createdByTokenId], [['desk', 'approver'], null])
  const { code, personId } = await succeed(`person sign-in-code ${id} ${of}`)
  assert.equal(personId, id)
  assert.match(code, new RegExp(`^${organizationId}\\.`))
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
