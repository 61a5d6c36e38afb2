import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()

test('Where no provider is set, the response says so as version 0', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId, ['identity_provider:manage'])
  const { text, status } = await api.get('/v1/identity-provider', { token })
  assert.equal(status, 200)
  const data = {
    organizationId,
    issuer: null,
    clientId: null,
    admission: 'invited',
    emailDomains: [],
    defaultRoles: [],
    rolesClaim: null,
    roleMapping: {},
    version: 0,
    changedAt: null,
    changedByTokenId: null,
  }
  assert.equal(text, JSON.stringify({ data }))
})
