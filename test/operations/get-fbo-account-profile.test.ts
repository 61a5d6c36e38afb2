import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)

test('a profile that was never set is empty, at version 1; a client that has it gets 304', async () => {
  const id = await records.fboAccount(organizationId)
  const path = `/v1/fbo-accounts/${id}/profile`
  const { status, body, headers } = await api.get(path, { token })
  assert.equal(status, 200)
  const empty = { fboAccountId: id, externalId: null, metadata: {}, changedAt: null }
  assert.deepEqual(body, { data: empty })
  assert.equal(headers.get('etag'), '"1"')
  const again = await api.get(path, { token, headers: { 'If-None-Match': '"1"' } })
  assert.equal(again.status, 304)
})
