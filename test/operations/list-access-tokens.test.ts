import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const path = '/v1/access-tokens'

async function list(token: string, query = '') {
  const response = await withoutWriting(records, () => api.get(`${path}${query}`, { token }))
  assert.equal(response.status, 200, response.text)
  return response.body
}

test('List Access Tokens shows every token of the organization and no secrets', async () => {
  const organizationId = await records.organization()
  const caller = await records.token(organizationId)
  const expired = await records.token(organizationId, ['fbo_accounts:read'])
  const revoked = await records.token(organizationId, [])
  await records.expireToken(expired.id)
  await records.revokeToken(revoked.id)
  const body = { permissions: ['fbo_accounts:read'], owner: 'Ada' }
  const issued = (await api.post(path, { token: caller.token, body })).body.data
  await records.token(await records.organization())

  const { data, pagination } = await list(caller.token)
  const { token: secret, warnings: _, ...shown } = issued
  assert.deepEqual(data[0], shown)
  assert.deepEqual(
    data.map(({ id, state }: { id: string; state: string }) => [id, state]),
    [
      [issued.id, 'valid'],
      [revoked.id, 'revoked'],
      [caller.id, 'valid'],
      // Created two hours earlier, so that it has expired.
      [expired.id, 'expired'],
    ],
  )
  assert.deepEqual(pagination, { page: 1, hasMore: false })
  const text = JSON.stringify(data)
  for (const hidden of [secret, caller.token, expired.token, revoked.token]) {
    assert.ok(!text.includes(hidden))
  }
  const [{ id, createdAt, expiresAt, revokedAt, ...rest }] = data.slice(1)
  assert.equal(id, revoked.id)
  assert.ok(Date.parse(createdAt) <= Date.parse(revokedAt))
  assert.ok(Date.parse(revokedAt) < Date.parse(expiresAt))
  assert.deepEqual(rest, {
    organizationId,
    permissions: [],
    owner: null,
    personId: null,
    roleId: null,
    allowedAddresses: null,
    lastUsedAt: null,
    state: 'revoked',
    revokedByTokenId: null,
    issuedByTokenId: null,
    rotatedFromTokenId: null,
  })
})

test('A token that is both revoked and expired is shown as revoked', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const both = await records.token(organizationId)
  await records.expireToken(both.id)
  await records.revokeToken(both.id)
  const { data } = await list(token)
  assert.deepEqual([data[1].id, data[1].state], [both.id, 'revoked'])
})
