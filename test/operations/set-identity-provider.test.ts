import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILT_IN_ROLES, PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { assertCondition, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const { api, app, records, sql } = await openVault()
const PATH = '/v1/identity-provider'
const MANAGE: Permission = 'identity_provider:manage'
const SECRET = 'the-secret-of-the-client'
const SETTINGS = {
  issuer: 'https://login.example.com/realms/vault',
  clientId: 'vault-inventory',
  clientSecret: SECRET,
}
const CHOICES = {
  admission: 'email_domains',
  emailDomains: ['example.com'],
  defaultRoles: ['auditor'],
  rolesClaim: 'groups',
  roleMapping: { 'vault-approvers': ['approver'] },
}

async function organization(permissions: readonly Permission[] = PERMISSIONS) {
  const organizationId = await records.organization()
  const issued = await records.token(organizationId, permissions)
  const put = (body: object, token = issued.token) => api.request('PUT', PATH, { token, body })
  return { organizationId, ...issued, put }
}

async function events(organizationId: string) {
  const rows = await sql<{ type: string; data: object; subjectId: string }[]>`
    select type, subject_id, data from events
    where organization_id = ${organizationId} and type like 'identity_provider.%' order by number`
  return rows.map(({ type, data, subjectId }) => ({ type, data, subjectId }))
}

test('It sets the provider, replaces it, and never shows its secret', async () => {
  const { organizationId, id, put, token } = await organization()
  const first = await put({ ...SETTINGS, ...CHOICES })
  assert.equal(first.status, 200, first.text)
  const { changedAt, ...data } = first.body.data
  const { clientSecret: _, ...shown } = SETTINGS
  assert.deepEqual(data, {
    ...{ organizationId, ...shown, ...CHOICES, version: 1, changedByTokenId: id },
  })
  assert.ok(Math.abs(Date.parse(changedAt) - Date.now()) < 60_000)
  // Omitted members have their defaults, and the secret stays.
  const second = await put(shown)
  assert.equal(second.body.data.version, 2)
  assert.deepEqual(second.body.data.roleMapping, {})
  assert.equal(second.body.data.admission, 'invited')
  const read = await api.get(PATH, { token })
  assert.deepEqual(read.body.data, second.body.data)
  const [row] = await sql<[{ encryptedSecret: string }]>`
    select encrypted_secret from identity_providers where organization_id = ${organizationId}`
  const context = `identity provider ${organizationId}`
  assert.equal(app.secrets?.decrypt(row.encryptedSecret, context), SECRET)
  assert.throws(() => app.secrets?.decrypt(row.encryptedSecret, 'identity provider org_other'))
  for (const { text } of [first, second, read]) assert.ok(!text.includes(SECRET))
})

test('Its events say what changed, and nothing of the secret', async () => {
  const { organizationId, put } = await organization()
  const { clientSecret: _, ...kept } = SETTINGS
  await put(SETTINGS)
  await put(SETTINGS)
  await put({ ...kept, emailDomains: ['example.com'] })
  const written = await events(organizationId)
  assert.deepEqual(
    written.map(({ type, subjectId }) => [type, subjectId]),
    Array.from({ length: 3 }, () => ['identity_provider.set', organizationId]),
  )
  const members = written.map(({ data }) => (data as { changedMembers: string[] }).changedMembers)
  assert.deepEqual(members.slice(1), [['clientSecret'], ['emailDomains']])
  assert.deepEqual(written[2]?.data, {
    version: 3,
    changedMembers: ['emailDomains'],
    before: { emailDomains: [] },
    after: { emailDomains: ['example.com'] },
  })
  assert.ok(!JSON.stringify(written).includes(SECRET))
})

test('A request that changes nothing writes nothing', async () => {
  const { put } = await organization()
  const { clientSecret: _, ...kept } = SETTINGS
  const first = await put({ ...SETTINGS, ...CHOICES, emailDomains: ['a.com', 'b.com'] })
  const again = await withoutWriting(records, () =>
    put({ ...kept, ...CHOICES, emailDomains: ['b.com', 'a.com'] }),
  )
  assert.equal(again.text, first.text)
})

test('A new issuer or client needs its own secret: the stored one goes to no other', async () => {
  const { put } = await organization()
  const { clientSecret: _, ...kept } = SETTINGS
  const refuse = async (body: object) => {
    const response = await withoutWriting(records, () => put(body))
    assertCondition(response, {
      status: 400,
      code: 'invalid_request',
      errors: [['/clientSecret', 'required']],
    })
  }
  await refuse(kept)
  await put(SETTINGS)
  await refuse({ ...kept, issuer: 'https://evil.example.com' })
  await refuse({ ...kept, clientId: 'other' })
})

test('Nobody sets a provider that gives a role with a permission that they lack', async () => {
  const held: readonly Permission[] = [MANAGE, 'events:read']
  const { organizationId, put } = await organization(held)
  const own = await records.role(organizationId, ['events:read', 'webhooks:manage'])
  const body = {
    ...SETTINGS,
    rolesClaim: 'groups',
    defaultRoles: [own],
    roleMapping: { 'a/b': ['auditor'] },
  }
  const response = await withoutWriting(records, () => put(body))
  const lacked: Permission[] = [...BUILT_IN_ROLES.auditor.permissions, 'webhooks:manage']
  assertCondition(response, {
    status: 403,
    code: 'permission_not_held',
    members: {
      missingPermissions: PERMISSIONS.filter((one) => lacked.includes(one) && !held.includes(one)),
    },
    errors: [
      ['/defaultRoles/0', 'permission_not_held'],
      ['/roleMapping/a~1b/0', 'permission_not_held'],
    ],
  })
  const { token: all } = await records.token(organizationId)
  assert.equal((await put(body, all)).status, 200)
  // Also not by a change beside: the settings would be theirs.
  const { clientSecret: _, ...kept } = body
  assert.equal((await put({ ...kept, emailDomains: ['example.com'] })).status, 403)
})

test('A new issuer needs every permission of people who have not signed in yet', async () => {
  const { organizationId, put } = await organization([MANAGE])
  await records.person(organizationId, { issuer: SETTINGS.issuer, subject: '1' })
  assert.equal((await put(SETTINGS)).status, 200)
  const own = await records.role(organizationId, ['webhooks:manage'])
  await records.person(organizationId, { roleIds: own, state: 'invited' })
  const other = { ...SETTINGS, issuer: 'https://evil.example.com' }
  const refused = await withoutWriting(records, () => put(other))
  assertCondition(refused, {
    status: 403,
    code: 'permission_not_held',
    members: { missingPermissions: ['webhooks:manage'] },
    errors: [['/issuer', 'permission_not_held']],
  })
  // The issuer that was there has vouched for them before.
  assert.equal((await put({ ...SETTINGS, emailDomains: ['example.com'] })).status, 200)
  const { token } = await records.token(organizationId, [MANAGE, 'webhooks:manage'])
  assert.equal((await put(other, token)).status, 200)
})

test('A claim that can take roles needs every permission of those who have them', async () => {
  const { organizationId, put } = await organization([MANAGE])
  const own = await records.role(organizationId, ['webhooks:manage'])
  await records.person(organizationId, { roleIds: own, issuer: SETTINGS.issuer, subject: '1' })
  assert.equal((await put(SETTINGS)).status, 200)
  const claim = { ...SETTINGS, rolesClaim: 'groups', roleMapping: {} }
  const refused = await withoutWriting(records, () => put(claim))
  assertCondition(refused, {
    status: 403,
    code: 'permission_not_held',
    members: { missingPermissions: ['webhooks:manage'] },
    errors: [['/rolesClaim', 'permission_not_held']],
  })
  const all = (await records.token(organizationId, [MANAGE, 'webhooks:manage'])).token
  assert.equal((await put(claim, all)).status, 200)
  // The claim's rules stay: nothing more is taken.
  assert.equal((await put({ ...claim, emailDomains: ['example.com'] })).status, 200)
})

test('A role that is unknown, or of another organization, is named', async () => {
  const { put } = await organization()
  const foreign = await records.role(await records.organization(), ['events:read'])
  const body = { ...SETTINGS, defaultRoles: ['desk', foreign, 'constructor'] }
  assertRefused(await withoutWriting(records, () => put(body)), {
    status: 404,
    code: 'role_not_found',
    instance: PATH,
    errors: [foreign, 'constructor'].map((name, index) => ({
      pointer: `/defaultRoles/${index + 1}`,
      code: 'role_not_found',
      detail: `The organization has no role ${name}: name one that List Roles shows.`,
    })),
  })
})

test('Every rule that the settings break is in one response', async () => {
  const { put } = await organization()
  const body = {
    ...SETTINGS,
    issuer: 'http://ada:x@127.0.0.1/a?b#c',
    admission: 'email_domains',
    roleMapping: { a: ['desk'] },
  }
  assertCondition(await withoutWriting(records, () => put(body)), {
    status: 400,
    code: 'invalid_request',
    errors: [
      ...Array<[string, string]>(5).fill(['/issuer', 'invalid_format']),
      ['/emailDomains', 'required'],
      ['/rolesClaim', 'required'],
    ],
  })
})

test('A vault without a key keeps no secret', async () => {
  const vault = await openOwnVault({ SECRETS_KEY: [], DATABASE_URL: 'postgres://localhost/none' })
  const { token } = await vault.records.owner()
  const response = await vault.api.request('PUT', PATH, { token, body: SETTINGS })
  assertCondition(response, { status: 409, code: 'secrets_key_missing' })
})

test('It deletes the provider with its secret, and what follows starts from nothing', async () => {
  const { organizationId, token, put } = await organization()
  const none = await api.get(PATH, { token })
  await put(SETTINGS)
  const deleted = await api.request('DELETE', PATH, { token })
  assert.equal(deleted.status, 200)
  assert.equal(deleted.text, none.text)
  const rows = await sql`
    select from identity_providers where organization_id = ${organizationId}`
  assert.equal(rows.length, 0)
  const { issuer, clientId } = SETTINGS
  assert.deepEqual((await events(organizationId)).at(-1), {
    type: 'identity_provider.deleted',
    subjectId: organizationId,
    data: { before: { issuer, clientId } },
  })
  const { clientSecret: _, ...without } = SETTINGS
  assert.equal((await put(without)).status, 400)
})

test('Where there is none, nothing changes', async () => {
  const { token } = await organization()
  const response = await withoutWriting(records, () => api.request('DELETE', PATH, { token }))
  assert.equal(response.status, 200)
})
