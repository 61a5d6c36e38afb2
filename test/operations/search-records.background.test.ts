import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Metrics } from '../../src/runtime/metrics/metrics.ts'
import { noteWordsInBackground } from '../../src/vault/search/note-words.ts'
import { wordsNoted } from '../support/operations/noted-words.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault({}, { notesWords: true })
const { api, database, records, sql } = vault

test('A service notes the words of a new record, and of one that no event names, by itself', async () => {
  const { organizationId, token } = await records.owner()
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

test('The age of the oldest event that is not noted is a metric, and what is looked through', async () => {
  const organizationId = await records.organization()
  await wordsNoted(vault, organizationId)
  const metrics = new Metrics()
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1])
  const stop = await sql.begin(async (tx) => {
    // No words are noted meanwhile.
    await tx`lock table search_progress in share mode`
    await records.organization()
    await sql`
      insert into events (organization_id, number, type, occurred_at, system, subject_type,
        subject_id, data)
      values (${organizationId}, 1, 'transfer.completed', now() - interval '1 hour', 'expiry',
        'transfer', 'xfer_1', '{}')`
    const stopNoting = noteWordsInBackground(database, metrics, assert.ifError)
    await eventually(async () => (await metric('vault_search_lag_seconds')) >= 3_600, 'a lag')
    assert.ok((await metric('vault_search_organizations_looked_through')) >= 1)
    return stopNoting
  })
  await stop()
})
