import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode, assertFaults, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'
import { assertInNoRow } from '../support/vault/whole-vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const { organizationId, token, id: tokenId } = await records.owner()
const account = () => records.fboAccount(organizationId)
const TAKEN = [409, 'external_id_taken'] as const
let idsMade = 0

const newExternalId = () => {
  idsMade += 1
  return `CUST-${idsMade}`
}

function patch(id: string, body: object, headers: Record<string, string> = {}) {
  return api.patch(`/v1/fbo-accounts/${id}/profile`, { token, body, headers })
}

const get = (id: string) => api.get(`/v1/fbo-accounts/${id}/profile`, { token })
const list = async (path: string) => (await api.get(path, { token })).body.data

test('Update FBO Account Profile merges metadata, leaves out what is not sent, and logs both', async () => {
  const id = await account()
  const externalId = newExternalId()
  const sent = { externalId, metadata: { tier: 'gold', sales_rep: 'EU-7' } }
  const first = await patch(id, sent)
  assert.equal(first.status, 200, first.text)
  assert.equal(first.headers.get('etag'), '"2"')
  const same = { ...sent, metadata: { ...sent.metadata, a: null } }
  const again = await withoutWriting(records, () => patch(id, same))
  assert.deepEqual([again.status, again.body], [200, first.body])
  const body = { metadata: { tier: 'black', sales_rep: null, 'set.year': '1952' } }
  const second = await patch(id, body, { 'If-Match': '"2"' })
  const { changedAt, ...profile } = second.body.data
  const metadata = { tier: 'black', 'set.year': '1952' }
  assert.deepEqual(profile, { fboAccountId: id, externalId, metadata })
  assert.ok(Math.abs(Date.parse(changedAt) - Date.now()) < 60_000)
  const read = await get(id)
  assert.deepEqual(read.body, second.body)
  assert.equal(read.headers.get('etag'), '"3"')
  const cleared = await patch(id, { externalId: null })
  assert.deepEqual([cleared.body.data.externalId, cleared.body.data.metadata], [null, metadata])
  assert.equal((await api.get(`/v1/fbo-accounts/${id}`, { token })).headers.get('etag'), '"1"')
  const found = await list(`/v1/corrections?subjectId=${id}`)
  const by = { reason: null, tokenId, revaluationId: null }
  assert.deepEqual(
    found.map(({ at: _, ...rest }: { at: string }) => rest),
    [
      { number: 1, member: 'externalId', from: null, to: externalId, ...by },
      { number: 2, member: 'metadata', from: {}, to: sent.metadata, ...by },
      { number: 3, member: 'metadata', from: sent.metadata, to: metadata, ...by },
      { number: 4, member: 'externalId', from: externalId, to: null, ...by },
    ],
  )
  // An event has the names of members alone.
  const [event] = await list(`/v1/events?subjectId=${id}`)
  assert.equal(event.type, 'fbo_account.profile_updated')
  assert.deepEqual(event.data, { version: 2, changedMembers: ['externalId', 'metadata'] })
})

test('an external id has one account, which the refusal names and the list finds', async () => {
  const [id, other] = [await account(), await account()]
  const externalId = newExternalId()
  await patch(id, { externalId })
  const refused = await assertCode(records, () => patch(other, { externalId }), TAKEN)
  assert.equal(refused.fboAccountId, id)
  assert.equal(refused.errors[0].pointer, '/externalId')
  const folded = externalId.toLowerCase()
  await assertCode(records, () => patch(other, { externalId: folded }), TAKEN)
  for (const sent of [externalId, folded]) {
    const found = await list(`/v1/fbo-accounts?externalId=${sent}`)
    assert.deepEqual([found.length, found[0].id], [1, id])
  }
  assert.equal((await patch(id, { externalId: folded })).body.data.externalId, folded)
  assert.deepEqual(await list('/v1/fbo-accounts?externalId=nobody'), [])
  await patch(id, { externalId: null })
  assert.equal((await patch(other, { externalId })).status, 200)
})

test('of many accounts that take an external id at once, one has it', async () => {
  const externalId = newExternalId()
  const spelled = (index: number) => (index % 2 === 0 ? externalId : externalId.toLowerCase())
  const ids = await Promise.all(Array.from({ length: 30 }, account))
  const post = () => api.post('/v1/fbo-accounts', { token, body: { externalId } })
  const responses = await Promise.all([
    ...ids.map((id, index) => patch(id, { externalId: spelled(index) })),
    post(),
  ])
  const won = responses.filter(({ status }) => status < 300)
  assert.equal(won.length, 1)
  for (const { status, body } of responses.filter((each) => !won.includes(each))) {
    assert.deepEqual([status, body.code], TAKEN)
  }
})

test('changes of one profile at once are all kept', async () => {
  const id = await account()
  const keys = Array.from({ length: 20 }, (_, index) => `key_${index}`)
  await Promise.all(keys.map((key) => patch(id, { metadata: { [key]: 'x' } })))
  const { body, headers } = await get(id)
  assert.deepEqual(Object.keys(body.data.metadata).sort(), keys.toSorted())
  assert.equal(headers.get('etag'), '"21"')
})

test('all faults of a body come in one answer; so do those of the merged pairs', async () => {
  const id = await account()
  const wrong = { metadata: { 'a b': 'x', c: 7 } }
  const faults = ['/metadata/a b invalid_format', '/metadata/c invalid_type']
  await assertFaults(records, () => patch(id, wrong), [400, ...faults])
  const pairs = (from: number) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key_${from + index}`, 'x']))
  assert.equal((await patch(id, { metadata: pairs(0) })).status, 200)
  const over = () => patch(id, { metadata: pairs(30) })
  await assertFaults(records, over, [400, '/metadata invalid_value'])
})

test('an account is created with its profile, which its response does not show', async () => {
  const body = { externalId: newExternalId(), metadata: { tier: 'gold' } }
  const created = await api.post('/v1/fbo-accounts', { token, body })
  assert.equal(created.status, 201, created.text)
  assert.ok(!('externalId' in created.body.data))
  const { id, createdAt } = created.body.data
  const read = await get(id)
  assert.deepEqual(read.body.data, { fboAccountId: id, ...body, changedAt: createdAt })
  assert.equal(read.headers.get('etag'), '"1"')
  const again = () => api.post('/v1/fbo-accounts', { token, body })
  assert.equal((await assertCode(records, again, TAKEN)).fboAccountId, id)
})

test('an erasure empties the profile and the values of its corrections', async () => {
  const id = await account()
  const externalId = 'CUST-of-Mark-8842'
  await patch(id, { externalId, metadata: { phone: 'Mark-8842' } })
  await patch(id, { metadata: { phone: null } })
  assert.equal((await api.get(`/v1/fbo-accounts?externalId=${externalId}`, { token })).status, 200)
  const path = `/v1/fbo-accounts/${id}/erase`
  assert.equal((await api.post(path, { token, body: { reason: 'Case 1' } })).status, 200)
  const { externalId: after, metadata } = (await get(id)).body.data
  assert.deepEqual([after, metadata], [null, {}])
  const found: Record<string, unknown>[] = await list(`/v1/corrections?subjectId=${id}`)
  const shown = found.map(({ member, from, to }) => `${member} ${from} ${to}`)
  const emptied = ['externalId', 'metadata', 'metadata'].map((member) => `${member} null null`)
  assert.deepEqual(shown, emptied)
  await assertInNoRow(sql, 'Mark-8842')
})

test('an import has both columns', async () => {
  const [taken, fresh] = [newExternalId(), newExternalId()]
  await patch(await account(), { externalId: taken })
  const send = (rows: string) => {
    const rawBody = `id,externalId,metadata\n${rows}`
    const headers = { 'content-type': 'text/csv' }
    return api.post('/v1/imports?type=fbo_accounts', { token, headers, rawBody })
  }
  const wrong = `,${taken.toLowerCase()},\n,twice 1,\n,TWICE1,\n,,[]\n,,"{""a"":7}"\n`
  const faults = [
    ...[2, 3, 4].map((line) => `/${line}/externalId external_id_taken`),
    ...[5, 6].map((line) => `/${line}/metadata invalid_format`),
  ]
  await assertFaults(records, () => send(wrong), [400, ...faults])
  const done = await send(`fbo_imported,${fresh},"{""sales_rep"":""EU""}"\nfbo_bare,,\n`)
  assert.equal(done.status, 201, done.text)
  const { changedAt: _, ...profile } = (await get('fbo_imported')).body.data
  const metadata = { sales_rep: 'EU' }
  assert.deepEqual(profile, { fboAccountId: 'fbo_imported', externalId: fresh, metadata })
  assert.equal((await get('fbo_bare')).body.data.changedAt, null)
})
