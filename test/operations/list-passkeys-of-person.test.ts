import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personWithToken, registeredPasskey } from '../support/passkeys/person-setup.ts'
import { assertCondition } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const organizationId = await records.organization()
const ada = await personWithToken(vault, organizationId)
const bo = await personWithToken(vault, organizationId, { name: 'Bo Ek' })

test('Who manages people lists and removes the passkeys of others, and registers none', async () => {
  const { id } = await registeredPasskey(vault, bo)
  const { token } = await records.token(organizationId)
  const listed = await api.get(`/v1/people/${bo.personId}/passkeys`, { token })
  assert.deepEqual(
    listed.body.data.map((each: { id: string }) => each.id),
    [id],
  )
  const path = (personId: string) => `/v1/people/${personId}/passkeys/${id}`
  const gone = { status: 404, code: 'passkey_not_found' } as const
  assertCondition(await api.request('DELETE', path(ada.personId), { token }), gone)
  assert.equal((await api.request('DELETE', path(bo.personId), { token })).status, 200)
  assertCondition(await api.request('DELETE', path(bo.personId), { token }), gone)
})
