import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/caller'

test('A token without any permission learns who it is, and nothing else', async () => {
  const organizationId = await records.organization()
  const { id, token } = await records.token(organizationId, [])
  const expiresAt = '2999-01-02T03:04:05.678Z'
  await sql`
    update access_tokens
    set owner = 'Ada Lindqvist', expires_at = ${expiresAt}, created_at = '2998-12-02T03:04:05.678Z'
    where id = ${id}`
  const response = await withoutWriting(records, () => api.get(PATH, { token }))
  assert.equal(response.status, 200)
  const data = {
    organizationId,
    organizationName: `Organization ${organizationId}`,
    mode: 'live',
    currency: 'USD',
    hasIdentityProvider: false,
    tokenId: id,
    person: null,
    owner: 'Ada Lindqvist',
    permissions: [],
    expiresAt,
  }
  assert.equal(response.text, JSON.stringify({ data }))
})

test('The permissions are those of the token that asks, and a token may have no owner', async () => {
  const organizationId = await records.organization()
  const permissions = ['transfer_batches:read', 'events:read'] as const
  await records.token(organizationId)
  const { id, token } = await records.token(organizationId, permissions)
  await records.token(organizationId)
  const { body } = await api.get(PATH, { token })
  assert.deepEqual(body.data.permissions, permissions)
  assert.equal(body.data.tokenId, id)
  assert.equal(body.data.owner, null)
})
