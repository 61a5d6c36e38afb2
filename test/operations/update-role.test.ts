import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { ROLES, RoleSetup } from '../support/operations/role-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await RoleSetup.open(vault)

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
  const [, updated, ...others] = await setup.eventsOf(made.id)
  assert.deepEqual(updated.data, {
    version: 2,
    changedMembers: ['permissions'],
    before: { permissions: ['fbo_accounts:read', 'events:read'] },
    after: { permissions },
  })
  assert.deepEqual(
    others.map(({ type, data }: Record<string, unknown>) => [type, data]),
    [
      [
        'role.updated',
        {
          version: 3,
          changedMembers: ['name'],
          before: { name: 'Before' },
          after: { name: 'After' },
        },
      ],
    ],
  )
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
  const ask = (path: string, body: object) =>
    withoutWriting(records, () => setup.ask('PATCH', path, { body }))
  assertRefused(await ask(`${ROLES}/desk`, { name: 'Mine' }), {
    status: 409,
    code: 'role_built_in',
    instance: `${ROLES}/desk`,
    detail: 'The role desk is built-in: create a role of your own with other permissions.',
  })
  const deleted = await withoutWriting(records, () => setup.ask('DELETE', `${ROLES}/auditor`))
  assert.deepEqual([deleted.status, deleted.body.code], [409, 'role_built_in'])
  const path = `${ROLES}/${other.id}`
  const taken = await ask(path, { name: 'TAKEN' })
  assert.deepEqual([taken.status, taken.body.code], [409, 'role_name_taken'])
  assert.match(taken.body.detail, new RegExp(id))
})
