import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { id: tokenId, token } = await records.token(organizationId)

const revoke = (id: string, secret = token) => {
  return api.post(`/v1/access-tokens/${id}/revoke`, { token: secret })
}

async function listed(id: string) {
  const { data } = (await api.get('/v1/access-tokens?limit=100', { token })).body
  return data.find((shown: { id: string }) => shown.id === id)
}

test('Revoke Access Token returns the token, and the next request with it is refused', async () => {
  const other = await records.token(organizationId, ['fbo_accounts:read'])
  const before = await listed(other.id)
  assert.equal((await api.get('/v1/fbo-accounts', { token: other.token })).status, 200)
  const { status, body } = await revoke(other.id)
  assert.equal(status, 200)
  // lastUsedAt may have been written meanwhile.
  const { revokedAt, lastUsedAt } = body.data
  const ended = { state: 'revoked', revokedAt, revokedByTokenId: tokenId, lastUsedAt }
  assert.deepEqual(body, { data: { ...before, ...ended } })
  assert.ok(Math.abs(Date.parse(revokedAt) - Date.now()) < 60_000)
  const refused = await api.get('/v1/fbo-accounts', { token: other.token })
  assert.equal(refused.body.code, 'invalid_token')
})

test('Revoking again returns 200 and keeps the first time, also simultaneously', async () => {
  const other = await records.token(organizationId)
  const first = await Promise.all(Array.from({ length: 5 }, () => revoke(other.id)))
  const responses = new Set(first.map(({ status, text }) => `${status} ${text}`))
  assert.equal(responses.size, 1)
  const again = await withoutWriting(records, () => revoke(other.id))
  assert.equal(again.status, 200)
  assert.equal(again.text, first[0]?.text)
})

test('An expired token can be revoked', async () => {
  const other = await records.token(organizationId)
  await records.expireToken(other.id)
  assert.equal((await revoke(other.id)).body.data.state, 'revoked')
})

test('A token may revoke itself', async () => {
  const own = await records.token(organizationId, ['access_tokens:manage'])
  assert.equal((await revoke(own.id, own.token)).body.data.state, 'revoked')
  assert.equal((await revoke(own.id, own.token)).status, 401)
})
