import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/identity-provider'
const PROVIDER = { issuer: 'https://id.example.com', clientId: 'vault', clientSecret: 'x' }

test('It deletes the provider with its secret, and what follows starts anew', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const none = await api.get(PATH, { token })
  await api.request('PUT', PATH, { token, body: PROVIDER })
  const deleted = await api.request('DELETE', PATH, { token })
  assert.equal(deleted.status, 200)
  assert.equal(deleted.text, none.text)
  const rows = await sql`
    select from identity_providers where organization_id = ${organizationId}`
  assert.equal(rows.length, 0)
  const [event] = await sql`
    select type, subject_id, data from events
    where organization_id = ${organizationId} order by number desc limit 1`
  const { issuer, clientId } = PROVIDER
  assert.deepEqual(event, {
    type: 'identity_provider.deleted',
    subjectId: organizationId,
    data: { before: { issuer, clientId } },
  })
  const { clientSecret: _, ...without } = PROVIDER
  assert.equal((await api.request('PUT', PATH, { token, body: without })).status, 400)
})

test('Where there is none, nothing changes', async () => {
  const { token } = await records.token(await records.organization())
  const response = await withoutWriting(records, () => api.request('DELETE', PATH, { token }))
  assert.equal(response.status, 200)
})
