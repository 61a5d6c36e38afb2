import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS } from '../../src/domain/permissions.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const SETTINGS = {
  issuer: 'https://login.example.com/realms/vault',
  clientId: 'vault-inventory',
  clientSecret: 'the-secret-of-the-client',
}

test('Credentials with blanks at their ends, and blank values of the claim, are refused', async () => {
  const { token } = await records.token(await records.organization(), PERMISSIONS)
  const put = (body: object) => api.request('PUT', '/v1/identity-provider', { token, body })
  for (const [pointer, changed] of [
    ['/clientId', { clientId: ' ' }],
    ['/clientId', { clientId: 'vault ' }],
    ['/clientSecret', { clientSecret: ' ' }],
    ['/clientSecret', { clientSecret: ' secret' }],
    ['/roleMapping/ ', { rolesClaim: 'groups', roleMapping: { ' ': ['desk'] } }],
    ['/roleMapping/\ufffc', { rolesClaim: 'groups', roleMapping: { '\ufffc': ['desk'] } }],
  ] as const) {
    const response = await withoutWriting(records, () => put({ ...SETTINGS, ...changed }))
    assert.equal(response.status, 400, response.text)
    assert.deepEqual([response.body.errors[0].pointer], [pointer], response.text)
  }
  const inner = { ...SETTINGS, clientId: 'a b', clientSecret: 'c d' }
  assert.equal((await put(inner)).status, 200)
})
