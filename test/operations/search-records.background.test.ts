import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault({}, { notesWords: true })

test('A service notes the words of a new record, and of one that no event names, by itself', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const silent = await records.fboAccount(organizationId, { lastName: 'Quillfeather' })
  const body = { lastName: 'Quillfeather' }
  const created = await api.post('/v1/fbo-accounts', { token, body })
  assert.equal(created.status, 201, created.text)
  const found = await eventually(async () => {
    const { body: page } = await api.get('/v1/search?q=quillfeather', { token })
    return page.data.length === 2 ? page.data : undefined
  }, 'both to be found')
  const ids = found.map(({ id }: { id: string }) => id).sort()
  assert.deepEqual(ids, [silent, created.body.data.id].sort())
})
