import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsealed } from '../support/operations/unsealed.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)

test('An event is found by its id', async () => {
  const body = { firstName: 'Ada', email: 'ada@example.com' }
  const created = await api.post('/v1/fbo-accounts', { token, body })
  const { data } = (await api.get('/v1/events', { token })).body
  const event = data.at(-1)
  const response = await withoutWriting(records, () => api.get(`/v1/events/${event.id}`, { token }))
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(unsealed(response.body.data), unsealed(event))
  assert.equal(event.subject.id, created.body.data.id)
  assert.doesNotMatch(response.text, /Ada|example\.com/, 'an event has no personal data')
})

test('An id with another number, digest or form finds nothing', async () => {
  const { id } = (await api.get('/v1/events', { token })).body.data.at(-1)
  const digest = id.slice(id.lastIndexOf('_'))
  for (const unknown of [`evt_1${digest}`, `evt_999${digest}`, `${id}0`, 'evt_1']) {
    const response = await api.get(`/v1/events/${unknown}`, { token })
    assert.deepEqual([response.status, response.body.code], [404, 'event_not_found'], unknown)
  }
})
