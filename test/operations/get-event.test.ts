import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsealed } from '../support/operations/unsealed.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
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

test('Unknown ids, ids with another digest, and those of another organization', async () => {
  const { data } = (await api.get('/v1/events', { token })).body
  const { id } = data.at(-1)
  const { token: foreign } = await records.token(await records.organization())
  const theirs = (await api.get('/v1/events', { token: foreign })).body.data[0].id
  const digest = id.slice(id.lastIndexOf('_'))
  for (const unknown of [theirs, `evt_1${digest}`, `evt_999${digest}`, `${id}0`, 'evt_1', 'x']) {
    const response = await api.get(`/v1/events/${unknown}`, { token })
    assertRefused(response, {
      status: 404,
      code: 'event_not_found',
      instance: `/v1/events/${unknown}`,
      detail: 'The organization has no event with this id: check the id.',
    })
  }
})
