import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isToken, tokenSha256 } from '../../src/access/tokens/token-secret.ts'
import { BUILT_IN_ROLES, PERMISSIONS } from '../../src/domain/permissions.ts'
import { ROLES, RoleSetup } from '../support/operations/role-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql, logLines, metrics } = vault
const setup = await RoleSetup.open(vault)
const { organizationId, tokenId, token } = setup
const path = '/v1/access-tokens'
const DAY_MS = 86_400_000

async function issue(body: object, secret = token) {
  const response = await api.post(path, { token: secret, body })
  assert.equal(response.status, 201, response.text)
  return response
}

const ask = (body: object) => api.post(path, { token, body })

async function stored(id: string) {
  const [row] = await sql`select * from access_tokens where id = ${id}`
  return row
}

const GRANT = { permissions: ['fbo_accounts:read', 'access_tokens:manage'], owner: 'Ada Lindqvist' }

test('Issue Access Token returns the secret once, and only its hash is stored', async () => {
  const response = await issue({ ...GRANT, expiresInDays: 30 })
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { id, createdAt, expiresAt, token: secret } = response.body.data
  assert.match(id, /^tok_[0-9a-z]{26}$/)
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 30 * DAY_MS)
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  assert.ok(isToken(secret))
  const { permissions, owner } = GRANT
  const data = {
    ...{ id, organizationId, permissions, roleId: null, personId: null, owner },
    ...{ allowedAddresses: null, state: 'valid', issuedByTokenId: tokenId },
    ...{ rotatedFromTokenId: null, createdAt, expiresAt, revokedAt: null, revokedByTokenId: null },
    ...{ lastUsedAt: null, warnings: [], token: secret },
  }
  assert.equal(response.text, JSON.stringify({ data }))
  const row = await stored(id)
  assert.deepEqual(row?.tokenSha256, tokenSha256(secret))
  assert.ok(!JSON.stringify(row).includes(secret))
})

test('An issued token has exactly the permissions that it was issued with', async () => {
  const { token: secret } = (await issue(GRANT)).body.data
  assert.equal((await api.get('/v1/fbo-accounts', { token: secret })).status, 200)
  assert.equal((await api.get('/v1/transfers', { token: secret })).status, 403)
})

test('expiresInDays is 1 to 365, and 90 by default', async () => {
  for (const [expiresInDays, days] of [
    [undefined, 90],
    [1, 1],
    [365, 365],
  ]) {
    const { data } = (await issue({ ...GRANT, expiresInDays })).body
    assert.equal(Date.parse(data.expiresAt) - Date.parse(data.createdAt), Number(days) * DAY_MS)
  }
})

test('owner has 1 to 300 characters, counted in code points', async () => {
  for (const owner of ['A', '🪙'.repeat(300)]) {
    assert.equal((await issue({ ...GRANT, owner })).body.data.owner, owner)
  }
})

test("A token without an owner acts for its issuer's principal, over any generations", async () => {
  const permissions = ['access_tokens:manage']
  const first = (await issue({ permissions })).body.data
  assert.equal(first.owner, null)
  assert.equal((await stored(first.id))?.principalId, tokenId)
  const second = (await issue({ permissions }, first.token)).body.data
  assert.equal(second.issuedByTokenId, first.id)
  assert.equal((await stored(second.id))?.principalId, tokenId)
})

test("A token inherits its issuer's owner; with its own owner it acts for itself", async () => {
  const permissions = ['access_tokens:manage']
  const ada = (await issue({ permissions, owner: 'Ada' })).body.data
  assert.equal((await stored(ada.id))?.principalId, null)
  const child = (await issue({ permissions }, ada.token)).body.data
  assert.equal(child.owner, 'Ada')
  assert.equal((await stored(child.id))?.principalId, ada.id)
  const eva = (await issue({ permissions, owner: 'Eva' }, child.token)).body.data
  assert.equal(eva.owner, 'Eva')
  assert.equal((await stored(eva.id))?.principalId, null)
})

test('A list of permissions of the size limit is refused with a bounded list', async () => {
  // `"",` each: just below the 64 KiB that the operation takes.
  const permissions = Array.from({ length: 21_000 }, () => '')
  const response = await withoutWriting(records, () =>
    api.post(path, { token, body: { permissions } }),
  )
  assert.equal(response.status, 400)
  assert.ok(response.body.errorsTotal <= PERMISSIONS.length + 3, response.body.errorsTotal)
})

test('No log line or metric contains a secret', async () => {
  const { token: secret, id } = (await issue(GRANT)).body.data
  const rotated = await api.post(`${path}/${id}/rotate`, { token })
  assert.equal(rotated.status, 201)
  await api.get('/v1/fbo-accounts', { token: rotated.body.data.token })
  const places = [logLines.join(''), await metrics.registry.metrics()]
  for (const text of places) {
    for (const hidden of [secret, rotated.body.data.token, GRANT.owner]) {
      assert.ok(!text.includes(hidden), hidden)
    }
  }
  assert.ok(logLines.some((line) => line.includes('"operationId":"rotateAccessToken"')))
})

test('A token is issued by the id or the name of a role, has its permissions and keeps it', async () => {
  const role = await setup.role(['events:read', 'access_tokens:manage'], 'Night shift')
  for (const named of [role.id, 'night SHIFT']) {
    const { status, text, body } = await ask({ role: named })
    assert.equal(status, 201, text)
    assert.equal(body.data.roleId, role.id)
    assert.deepEqual(body.data.permissions, ['access_tokens:manage', 'events:read'])
    const [event] = await setup.eventsOf(body.data.id)
    assert.equal(event.data.roleId, role.id)
    assert.deepEqual(event.data.permissions, body.data.permissions)
    const rotated = await api.post(`${path}/${body.data.id}/rotate`, { token: body.data.token })
    assert.equal(rotated.body.data.roleId, role.id)
    const shown = (await api.get(path, { token: rotated.body.data.token })).body.data[0]
    assert.deepEqual(
      [shown.id, shown.roleId, shown.permissions],
      [rotated.body.data.id, role.id, body.data.permissions],
    )
  }
  assert.equal((await setup.ask('DELETE', `${ROLES}/${role.id}`)).body.code, 'role_in_use')
  for (const [id, { permissions }] of Object.entries(BUILT_IN_ROLES)) {
    const { data } = (await ask({ role: id.toUpperCase(), owner: 'Ada' })).body
    assert.deepEqual([data.roleId, new Set(data.permissions)], [id, new Set(permissions)])
  }
})

test('An unknown role, that of another organization, both or neither are refused', async () => {
  const foreign = await (await RoleSetup.open(vault)).role(['events:read'], 'Elsewhere')
  for (const role of [foreign.id, 'Elsewhere', 'nobody']) {
    assertRefused(await withoutWriting(records, () => ask({ role })), {
      status: 404,
      code: 'role_not_found',
      instance: path,
      errors: [
        {
          pointer: '/role',
          code: 'role_not_found',
          detail: 'The organization has no role with this id or name: List Roles shows all.',
        },
      ],
    })
  }
  const both = { role: 'auditor', permissions: ['events:read'] }
  for (const [body, code] of [
    [both, 'invalid_value'],
    [{}, 'required'],
  ] as const) {
    const detail = 'Send either permissions or role, and not both.'
    assertRefused(await withoutWriting(records, () => ask(body)), {
      status: 400,
      code: 'invalid_request',
      instance: path,
      errors: ['/permissions', '/role'].map((pointer) => ({ pointer, code, detail })),
    })
  }
})
