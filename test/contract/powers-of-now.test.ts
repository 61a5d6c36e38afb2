import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS } from '../../src/domain/permissions.ts'
import { CATALOGUE } from '../support/catalogue/catalogue.ts'
import { OPERATIONS_OF } from '../support/catalogue/permissions.ts'
import { beginUpdate } from '../support/load/late-request.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// A process knows a token's permissions for up to a second. In that second nobody gives back what
// was just taken from them.

const vault = await openVault()
const { records, api, sql, url } = vault
const { organizationId, token: manager } = await records.owner()
const account = `/v1/fbo-accounts/${await records.fboAccount(organizationId)}`
const provider = {
  issuer: 'https://login.example.com',
  clientId: 'vault',
  clientSecret: 'secret',
  emailDomains: ['example.com'],
}

interface Ids {
  readonly personId: string
  readonly otherId: string
  readonly roleId: string
  readonly tokenId: string
}

const CHANGES: readonly [
  name: string,
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: (ids: Ids) => string,
  body?: object,
][] = [
  ['their own roles', 'PATCH', ({ personId }) => `/people/${personId}`, { roles: ['operator'] }],
  [
    'an invitation',
    'POST',
    () => '/people',
    { email: 'new@example.com', name: 'New', roles: ['operator'] },
  ],
  ['a suspension', 'POST', ({ otherId }) => `/people/${otherId}/suspend`],
  ['an account', 'POST', ({ otherId }) => `/people/${otherId}/unbind`],
  ['a role', 'POST', () => '/roles', { name: 'All', permissions: ['people:manage'] }],
  [
    'a role that is there',
    'PATCH',
    ({ roleId }) => `/roles/${roleId}`,
    { permissions: ['people:manage'] },
  ],
  ['the end of a role', 'DELETE', ({ roleId }) => `/roles/${roleId}`],
  ['a token', 'POST', () => '/access-tokens', { permissions: ['people:manage'] }],
  ['a revocation', 'POST', ({ tokenId }) => `/access-tokens/${tokenId}/revoke`],
  ['a rotation', 'POST', ({ tokenId }) => `/access-tokens/${tokenId}/rotate`],
  ['the policy', 'PATCH', () => '/organization-policy', { fourEyes: false }],
  ['the provider', 'PUT', () => '/identity-provider', provider],
  ['the end of the provider', 'DELETE', () => '/identity-provider'],
  ["another's passkey", 'DELETE', ({ otherId }) => `/passkeys/pkey_1?personId=${otherId}`],
]

for (const [name, method, path, body] of CHANGES) {
  test(`Who was a moment ago allowed to change ${name} is refused`, async () => {
    const roleId = await records.role(organizationId, ['events:read'])
    const ids = {
      roleId,
      personId: await records.person(organizationId),
      otherId: await records.person(organizationId, { roleIds: 'auditor' }),
      tokenId: (await records.token(organizationId, ['events:read'])).id,
    }
    const { id, token } = await records.token(organizationId, PERMISSIONS)
    await sql`update access_tokens set person_id = ${ids.personId} where id = ${id}`
    const caller = await api.get('/v1/caller', { token })
    assert.ok(caller.body.data.permissions.includes('people:manage'), caller.text)
    await sql`update people set role_ids = '{auditor}' where id = ${ids.personId}`
    const refused = await withoutWriting(records, () =>
      api.request(method, `/v1${path(ids)}`, { token, ...(body && { body }) }),
    )
    assert.equal(refused.body.code, 'insufficient_permission', refused.text)
  })
}

test('Who was a moment ago allowed to manage people still removes a passkey of their own', async () => {
  const personId = await records.person(organizationId)
  const { id, token } = await records.token(organizationId, PERMISSIONS)
  await sql`update access_tokens set person_id = ${personId} where id = ${id}`
  assert.equal((await api.get('/v1/caller', { token })).status, 200)
  await sql`update people set role_ids = '{auditor}' where id = ${personId}`
  const path = `/v1/passkeys/pkey_1?personId=${personId}`
  const { body } = await api.request('DELETE', path, { token })
  assert.equal(body.code, 'passkey_not_found')
})

test('A machine token whose role lost a permission issues no token with it', async () => {
  const roleId = await records.role(organizationId, ['access_tokens:manage', 'events:read'])
  const { id, token } = await records.token(organizationId, [])
  await sql`update access_tokens set role_id = ${roleId} where id = ${id}`
  const body = { permissions: ['events:read'] }
  assert.equal((await api.post('/v1/access-tokens', { token, body })).status, 201)
  await sql`update roles set permissions = '{access_tokens:manage}' where id = ${roleId}`
  const refused = await withoutWriting(records, () =>
    api.post('/v1/access-tokens', { token, body }),
  )
  assert.deepEqual(
    [refused.body.code, refused.body.missingPermissions],
    ['permission_not_held', ['events:read']],
    refused.text,
  )
})

const named = { firstName: 'Ada' }
const grant = { permissions: ['fbo_accounts:read'] }

const BODIES = [
  ['PATCH', () => account, named],
  ['POST', () => '/v1/fbo-accounts', named],
  ['POST', () => '/v1/access-tokens', grant],
  ['POST', (id: string) => `/v1/access-tokens/${id}/rotate`, {}],
] as const

for (const [method, path, body] of BODIES) {
  test(`${method} ${path(':id')}: 401 where the token was revoked while the body came`, async () => {
    const caller = await records.token(organizationId)
    const change = await beginUpdate(`${url}${path(caller.id)}`, caller.token, body, method)
    const revoke = `/v1/access-tokens/${caller.id}/revoke`
    assert.equal((await api.post(revoke, { token: manager })).status, 200)
    await withoutWriting(records, async () => {
      change.end()
      assert.equal(await change.status, 401)
    })
  })
}

// test/contract/access.test.ts proves the permission of each operation, of whatever token.
test('Each operation needs the permission that is written down for it', () => {
  const written = Object.entries(OPERATIONS_OF).flatMap(([permission, operations]) =>
    operations.split(' ').map((operationId) => [operationId, permission]),
  )
  const needed = Object.entries(CATALOGUE)
    .filter(([, row]) => row.permission !== null)
    .map(([operationId, row]) => [operationId, row.permission])
  const remedy = 'see test/support/catalogue/permissions.ts'
  assert.deepEqual(Object.fromEntries(needed), Object.fromEntries(written), remedy)
  const ofPeople = Object.keys(CATALOGUE).filter((id) => CATALOGUE[id]?.forPeople)
  const passkeys = ['getPasskeyOptions', 'registerPasskey']
  assert.deepEqual(ofPeople.sort(), passkeys, 'a machine has none')
})
