import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { organizationId, token } = await records.owner()
const fboAccountId = await records.fboAccount(organizationId)

const PATH = '/v1/inventory-items'

async function takenIn(more: object) {
  const response = await api.post(PATH, { token, body: { fboAccountId, ...more } })
  assert.equal(response.status, 201, response.text)
  return response.body.data
}

const get = (id: string) => api.get(`${PATH}/${id}`, { token })

async function lastEvent() {
  const [event] = await sql`
    select type, subject_id, data from events where organization_id = ${organizationId}
    order by number desc limit 1`
  return event
}

test('Evidence is added behind what is there; the event has the hashes', async () => {
  const entry = (digit: string) => ({
    kind: 'certificate',
    sha256: digit.repeat(64),
    mediaType: 'application/pdf',
    sizeBytes: 100,
  })
  const kept = (digit: string) => ({ ...entry(digit), takenAt: null, takenBy: null, url: null })
  const { id } = await takenIn({ evidence: [entry('a')] })
  const add = (evidence: object[]) =>
    api.post(`${PATH}/${id}/add-evidence`, { token, body: { evidence } })
  const response = await add([entry('b'), entry('c')])
  assert.deepEqual(response.body.data.evidence, [kept('a'), kept('b'), kept('c')])
  assert.equal(response.headers.get('etag'), '"2"')
  assert.deepEqual(await lastEvent(), {
    type: 'inventory_item.evidence_added',
    subjectId: id,
    data: { version: 2, evidenceSha256: ['b'.repeat(64), 'c'.repeat(64)] },
  })
  assert.deepEqual((await get(id)).body.data, response.body.data)
  for (let more = 0; more < 4; more += 1) await add(Array(20).fill(entry('d')))
  const refusal = await withoutWriting(records, () => add(Array(18).fill(entry('e'))))
  assert.equal(refusal.status, 400, refusal.text)
  const [{ pointer, code }] = refusal.body.errors
  assert.deepEqual([pointer, code], ['/evidence', 'invalid_value'])
  assert.equal((await add(Array(17).fill(entry('e')))).body.data.evidence.length, 100)
})
