import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES, RoleSetup } from '../support/operations/role-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await RoleSetup.open(vault)

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
  assertRefused(await withoutWriting(records, () => setup.ask('DELETE', path)), {
    status: 409,
    code: 'role_in_use',
    instance: path,
    detail:
      'Valid tokens (2) or people (1) have this role: revoke those tokens and give those people ' +
      'other roles first.',
    members: { accessTokensTotal: 2, peopleTotal: 1 },
  })
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
    assertRefused(await withoutWriting(records, () => setup.ask('DELETE', path)), {
      status: 409,
      code: 'role_in_use',
      instance: path,
      detail:
        'The identity provider gives this role: take it out of its defaultRoles and roleMapping ' +
        'first.',
      members: { accessTokensTotal: 0, peopleTotal: 0 },
    })
  }
  assert.equal((await setup.ask('PUT', '/v1/identity-provider', { body: provider })).status, 200)
  assert.equal((await setup.ask('DELETE', path)).status, 200)
})
