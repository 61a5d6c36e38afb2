import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personWithToken, registeredPasskey } from '../support/passkeys/person-setup.ts'
import { assertCondition, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const organizationId = await records.organization()
const ada = await personWithToken(vault, organizationId)
const bo = await personWithToken(vault, organizationId, { name: 'Bo Ek' })

test('A person removes their own passkeys alone, for good', async () => {
  const { id, authenticator } = await registeredPasskey(vault, ada)
  const gone = { status: 404, code: 'passkey_not_found' } as const
  await withoutWriting(records, async () => {
    assertCondition(await api.request('DELETE', `/v1/passkeys/${id}`, bo), gone)
  })
  const removed = await api.request('DELETE', `/v1/passkeys/${id}`, ada)
  assert.equal(removed.body.data.id, id)
  const { body } = await api.get('/v1/passkeys', ada)
  assert.ok(!body.data.passkeys.some((each: { id: string }) => each.id === id))
  assertCondition(await api.request('DELETE', `/v1/passkeys/${id}`, ada), gone)
  const { body: events } = await api.get(`/v1/events?subjectId=${id}`, ada)
  assert.deepEqual(
    [events.data[1].type, events.data[1].data],
    ['passkey.removed', { personId: ada.personId, credentialId: authenticator.credentialId }],
  )
})

test('A manager removes a passkey of the person whom the path names, once', async () => {
  const { id } = await registeredPasskey(vault, bo)
  const manager = await records.token(organizationId)
  const remove = (personId: string) =>
    api.request('DELETE', `/v1/people/${personId}/passkeys/${id}`, manager)
  const gone = { status: 404, code: 'passkey_not_found' } as const
  assertCondition(await remove(ada.personId), gone)
  assert.equal((await remove(bo.personId)).status, 200)
  assertCondition(await remove(bo.personId), gone)
})
