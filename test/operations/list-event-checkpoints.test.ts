import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const path = '/v1/event-checkpoints'

test('List Event Checkpoints shows those of the organization, newest first', async () => {
  const { token } = await records.token(await records.organization())
  const other = await records.token(await records.organization())
  const made = []
  for (let count = 0; count < 3; count += 1) {
    // One checkpoint serves until something is sealed behind it.
    await api.post('/v1/fbo-accounts', { token, body: {} })
    await eventually(async () => {
      const { data: events } = (await api.get('/v1/events', { token })).body
      return events.at(-1).sequence !== null
    }, 'the event to be sealed')
    const created = await api.post(path, { token })
    assert.equal(created.status, 201, created.text)
    made.push(created.body.data)
  }
  assert.equal((await api.post(path, { token: other.token })).status, 201)
  const { data, pagination } = (await api.get(path, { token })).body
  assert.deepEqual(data, made.reverse())
  assert.deepEqual(pagination, { page: 1, hasMore: false })
})
