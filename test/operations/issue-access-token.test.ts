import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isToken, tokenSha256 } from '../../src/access-tokens/token-secret.ts'
import { PERMISSIONS } from '../../src/domain/permissions.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql, logLines, metrics } = await openVault()
const organizationId = await records.organization()
const { id: tokenId, token } = await records.token(organizationId)
const path = '/v1/access-tokens'
const DAY_MS = 86_400_000

async function issue(body: object, secret = token) {
  const response = await api.post(path, { token: secret, body })
  assert.equal(response.status, 201, response.text)
  return response
}

async function stored(id: string) {
  const [row] = await sql`select * from access_tokens where id = ${id}`
  return row
}

const GRANT = { permissions: ['fbo_accounts:read', 'access_tokens:manage'], owner: 'Ada Lindqvist' }

test('Issue Access Token returns the secret once, and only its hash is stored', async () => {
  const response = await issue({ ...GRANT, expiresInDays: 30 })
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { id, createdAt, expiresAt, token: secret, ...rest } = response.body.data
  assert.match(id, /^tok_[0-9a-z]{26}$/)
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 30 * DAY_MS)
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  assert.ok(isToken(secret))
  assert.deepEqual(rest, {
    organizationId,
    ...GRANT,
    allowedAddresses: null,
    state: 'valid',
    personId: null,
    roleId: null,
    issuedByTokenId: tokenId,
    rotatedFromTokenId: null,
    revokedAt: null,
    revokedByTokenId: null,
    lastUsedAt: null,
    warnings: [],
  })
  assert.deepEqual(Object.keys(response.body.data), [
    'id',
    'organizationId',
    'permissions',
    'roleId',
    'personId',
    'owner',
    'allowedAddresses',
    'state',
    'issuedByTokenId',
    'rotatedFromTokenId',
    'createdAt',
    'expiresAt',
    'revokedAt',
    'revokedByTokenId',
    'lastUsedAt',
    'warnings',
    'token',
  ])
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
