import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILT_IN_ROLES } from '../../src/domain/built-in-roles.ts'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const organizationId = await records.organization()

async function run(call: string) {
  return await runCommand(`${call} --organization ${organizationId} --json`, env)
}

async function succeed(call: string) {
  const { code, stdout, stderr, document } = await run(call)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout)
  return document
}

/** The permissions that a token has now. */
async function permissionsOf(token: string): Promise<string[]> {
  return (await api.get('/v1/caller', { token })).body.data.permissions
}

const NIGHT = '--permissions inventory_items:read,events:read'

test('A role is created, listed behind the built-in ones, changed and deleted', async () => {
  const created = await succeed(`role create --name 'Night shift' ${NIGHT}`)
  const { id, ...role } = created
  assert.match(id, /^role_/)
  assert.deepEqual(
    [role.name, role.permissions, role.isBuiltIn],
    ['Night shift', ['inventory_items:read', 'events:read'], false],
  )
  const { roles } = await succeed('role list')
  const names = roles.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, [...Object.keys(BUILT_IN_ROLES).sort(), 'Night shift'])
  assert.deepEqual(roles.at(-1), created)

  const renamed = await succeed(`role update ${id} --name 'Day shift'`)
  assert.deepEqual([renamed.name, renamed.permissions], ['Day shift', role.permissions])
  const changed = await succeed(`role update ${id} --permissions events:read`)
  assert.deepEqual([changed.name, changed.permissions], ['Day shift', ['events:read']])

  assert.deepEqual(await succeed(`role delete ${id}`), changed)
  const { roles: left } = await succeed('role list')
  assert.equal(left.length, names.length - 1)
})

test('token create --role gives a built-in role, or one of your own by its id or its name', async () => {
  const { id, permissions } = await succeed(`role create --name Till ${NIGHT}`)
  for (const [named, roleId, given] of [
    ['auditor', 'auditor', [...BUILT_IN_ROLES.auditor.permissions]],
    [id, id, permissions],
    ['TILL', id, permissions],
  ] as const) {
    const token = await succeed(`token create --role ${named}`)
    assert.equal(token.roleId, roleId)
    assert.deepEqual(token.permissions.toSorted(), given.toSorted())
    assert.deepEqual((await permissionsOf(token.token)).toSorted(), given.toSorted())
  }
  const used = await run(`role delete ${id}`)
  assert.match(used.document.error, /Valid tokens \(2\) or people \(0\) have this role/)
})

test('People read roles as a table', async () => {
  const of = `--organization ${organizationId}`
  const { stdout } = await runCommand(`role list ${of}`, env)
  assert.match(stdout, /^ID +NAME +PERMISSIONS\napprover +approver +.*transfer_batches:approve/)
  const shown = await runCommand(`role create --name 'Night shift' ${NIGHT} ${of}`, env)
  assert.match(shown.stdout, /^Role role_\w+ \(Night shift\) is created\.\nIts permissions: /)
  assert.ok(shown.stdout.endsWith('inventory_items:read, events:read.\n'))
})

test('A person is invited, gets a code, is listed, suspended and resumed', async () => {
  const invite =
    "person invite --email Ada@example.com --name 'Ada Lindqvist' --roles desk,approver"
  const invited = await run(invite)
  assert.equal(invited.code, 0, invited.stderr)
  const { id, email, state, roles, createdByTokenId } = invited.document
  assert.deepEqual([email, state, createdByTokenId], ['ada@example.com', 'invited', null])
  assert.deepEqual(roles, ['desk', 'approver'])
  const { code } = (await run(`person sign-in-code ${id}`)).document
  assert.match(code, new RegExp(`^${organizationId}\\.`))
  assert.deepEqual((await run('person list')).document.people, [invited.document])
  assert.equal((await run(`person suspend ${id}`)).document.state, 'suspended')
  const [listed] = (await run('person list')).document.people
  assert.equal(listed.state, 'suspended')
  assert.equal((await run(`person resume ${id}`)).document.state, 'invited')
  const again = await run(invite)
  assert.equal(again.code, 1)
  assert.match(again.stdout, /Another person of the organization has this email address/)
})
