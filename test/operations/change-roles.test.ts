import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { ROLES_MAX } from '../../src/domain/limits.ts'
import { ROLES, RoleSetup } from '../support/operations/role-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { assertCode, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await RoleSetup.open(vault)

test('Create Role returns the role, tells its event, and reads the same from then on', async () => {
  const body = { name: 'Night shift', permissions: ['outbound_shipments:read', 'events:read'] }
  const response = await setup.ask('POST', ROLES, { body })
  assert.equal(response.status, 201, response.text)
  const { id, createdAt, ...rest } = response.body.data
  assert.match(id, /^role_/)
  const { organizationId } = setup
  const shown = { description: null, isBuiltIn: false, changedAt: createdAt }
  assert.deepEqual(rest, { organizationId, ...body, ...shown })
  assert.equal(response.headers.get('location'), `${ROLES}/${id}`)
  assert.equal(response.headers.get('etag'), '"1"')
  const about = { tokenId: setup.tokenId, subjectType: 'role' }
  assert.deepEqual(await setup.eventsOf(id), [
    { type: 'role.created', ...about, data: { version: 1, after: body } },
  ])
  const none = await records.token(setup.organizationId, [])
  const read = await setup.ask('GET', `${ROLES}/${id}`, { token: none.token })
  assert.deepEqual(read.body, response.body)
  assert.equal(read.headers.get('etag'), '"1"')
})

test('A name is unique but for case, width and spaces; those of built-in roles are taken', async () => {
  const { id } = await setup.role(['events:read'], 'Day shift')
  for (const [name, other] of [
    ['day SHIFT', id],
    ['Ｄａｙ shift ', id],
    ['Operator', 'operator'],
    ['des k', 'desk'],
  ]) {
    const code = 'role_name_taken'
    const detail = `The role ${other} has this name: choose another one.`
    const errors = [{ pointer: '/name', code, detail }]
    const request = { body: { name, permissions: ['events:read'] } }
    const response = await withoutWriting(records, () => setup.ask('POST', ROLES, request))
    assertRefused(response, { status: 409, code, instance: ROLES, errors })
  }
  const elsewhere = await RoleSetup.open(vault)
  await elsewhere.role(['events:read'], 'Day shift')
})

test('Of simultaneous requests for one name, one creates the role', async () => {
  const body = { name: 'Once', permissions: ['events:read'] }
  const responses = await Promise.all([1, 2, 3, 4].map(() => setup.ask('POST', ROLES, { body })))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409])
})

test('An organization has a limited number of roles', async () => {
  const full = await RoleSetup.open(vault)
  for (let made = 0; made < ROLES_MAX; made += 1) await full.role(['events:read'])
  const body = { name: 'One more', permissions: ['events:read'] }
  assertRefused(await full.ask('POST', ROLES, { body }), {
    status: 409,
    code: 'too_many_roles',
    instance: ROLES,
    detail:
      'The organization has 100 roles of its own, and may have no more: delete one, or change one.',
  })
})

test('Update Role changes what the body names, with a version and an event', async () => {
  const made = await setup.role(['events:read', 'fbo_accounts:read'], 'Before')
  const path = `${ROLES}/${made.id}`
  const body = { permissions: ['events:read', 'inventory_items:read'] }
  const response = await setup.ask('PATCH', path, { body, headers: { 'if-match': '"1"' } })
  assert.equal(response.status, 200, response.text)
  const { changedAt, ...rest } = response.body.data
  const { changedAt: _, ...before } = made
  // In the order in which permissions are published.
  const permissions = ['inventory_items:read', 'events:read']
  assert.deepEqual(rest, { ...before, permissions })
  assert.equal(response.headers.get('etag'), '"2"')
  const renamed = await setup.ask('PATCH', path, { body: { name: 'After' } })
  assert.equal(renamed.body.data.name, 'After')
  // Nothing changes: the same permissions in another order, and its own name.
  const same = { name: 'After', permissions: permissions.toReversed() }
  const unchanged = await withoutWriting(records, () => setup.ask('PATCH', path, { body: same }))
  assert.deepEqual(unchanged.body, renamed.body)
  const [, ...events] = await setup.eventsOf(made.id)
  const updated = (version: number, member: string, [before, after]: unknown[]) => ({
    type: 'role.updated',
    ...{ tokenId: setup.tokenId, subjectType: 'role' },
    data: {
      ...{ version, changedMembers: [member] },
      ...{ before: { [member]: before }, after: { [member]: after } },
    },
  })
  assert.deepEqual(events, [
    updated(2, 'permissions', [['fbo_accounts:read', 'events:read'], permissions]),
    updated(3, 'name', ['Before', 'After']),
  ])
})

test('All who have a role have its new permissions within a second', async () => {
  const role = await setup.role(['events:read'])
  const { id, token } = await records.token(setup.organizationId, [])
  await sql`update access_tokens set role_id = ${role.id} where id = ${id}`
  const has = (permissions: readonly string[]) =>
    eventually(async () => {
      const { body } = await api.get('/v1/caller', { token })
      return isDeepStrictEqual(body.data.permissions, permissions)
    }, `permissions ${permissions}`)
  await has(['events:read'])
  const body = { permissions: ['inventory_items:read'] }
  await setup.ask('PATCH', `${ROLES}/${role.id}`, { body })
  await has(['inventory_items:read'])
})

test('A built-in role is not changed or deleted, and no name is taken twice', async () => {
  const { id } = await setup.role(['events:read'], 'Taken')
  const other = await setup.role(['events:read'])
  const change = () => setup.ask('PATCH', `${ROLES}/desk`, { body: { name: 'Mine' } })
  assertRefused(await withoutWriting(records, change), {
    status: 409,
    code: 'role_built_in',
    instance: `${ROLES}/desk`,
    detail: 'The role desk is built-in: create a role of your own with other permissions.',
  })
  const remove = () => setup.ask('DELETE', `${ROLES}/auditor`)
  await assertCode(records, remove, [409, 'role_built_in'])
  const rename = () => setup.ask('PATCH', `${ROLES}/${other.id}`, { body: { name: 'TAKEN' } })
  assert.match((await assertCode(records, rename, [409, 'role_name_taken'])).detail, RegExp(id))
})

test('A deleted role is gone, and its event says what it was', async () => {
  const role = await setup.role(['events:read'], 'Old')
  const path = `${ROLES}/${role.id}`
  const response = await setup.ask('DELETE', path, { headers: { 'if-match': '"1"' } })
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(response.body, { data: role })
  assert.deepEqual((await setup.eventsOf(role.id)).at(-1), {
    type: 'role.deleted',
    tokenId: setup.tokenId,
    subjectType: 'role',
    data: { before: { name: 'Old', permissions: ['events:read'] } },
  })
  for (const method of ['GET', 'DELETE']) assert.equal((await setup.ask(method, path)).status, 404)
  // The name is free again.
  await setup.role(['events:read'], 'old')
})

async function assertInUse(path: string, detail: string, members: Record<string, number>) {
  const response = await withoutWriting(records, () => setup.ask('DELETE', path))
  const refused = { status: 409, code: 'role_in_use', instance: path } as const
  assertRefused(response, { ...refused, detail, members })
}

test('A role that valid tokens or people have is not deleted', async () => {
  const role = await setup.role(['events:read'])
  const path = `${ROLES}/${role.id}`
  const tokens = []
  for (const _ of [1, 2, 3]) {
    const { id } = await records.token(setup.organizationId, [])
    await sql`update access_tokens set role_id = ${role.id} where id = ${id}`
    tokens.push(id)
  }
  await records.expireToken(tokens[0] as string)
  const personId = await records.person(setup.organizationId, { roleIds: role.id })
  const detail =
    'Valid tokens (2) or people (1) have this role: revoke those tokens and give those people ' +
    'other roles first.'
  await assertInUse(path, detail, { accessTokensTotal: 2, peopleTotal: 1 })
  for (const id of tokens) await records.revokeToken(id)
  assert.equal((await setup.ask('DELETE', path)).body.peopleTotal, 1)
  await sql`update people set role_ids = '{desk}' where id = ${personId}`
  assert.equal((await setup.ask('DELETE', path)).status, 200)
})

test('A role that the identity provider gives is not deleted', async () => {
  const role = await setup.role(['events:read'])
  const path = `${ROLES}/${role.id}`
  const provider = { issuer: 'https://id.example.com', clientId: 'vault', clientSecret: 'x' }
  for (const given of [
    { defaultRoles: ['auditor', role.id] },
    { rolesClaim: 'groups', roleMapping: { others: ['desk'], 'night/shift': ['desk', role.id] } },
  ]) {
    const set = await setup.ask('PUT', '/v1/identity-provider', { body: { ...provider, ...given } })
    assert.equal(set.status, 200, set.text)
    const detail =
      'The identity provider gives this role: take it out of its defaultRoles and roleMapping first.'
    await assertInUse(path, detail, { accessTokensTotal: 0, peopleTotal: 0 })
  }
  assert.equal((await setup.ask('PUT', '/v1/identity-provider', { body: provider })).status, 200)
  assert.equal((await setup.ask('DELETE', path)).status, 200)
})
