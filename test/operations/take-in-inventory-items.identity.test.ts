import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFaults, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { organizationId, token } = await records.owner()
const fboAccountId = await records.fboAccount(organizationId)

const PATH = '/v1/inventory-items'
const takeIn = (body: object) => api.post(PATH, { token, body })
const taken = async (more: object) => {
  const response = await takeIn({ fboAccountId, ...more })
  assert.equal(response.status, 201, response.text)
  return response.body.data
}
const one = (scheme: string, value: string) => [{ scheme, value }]

const refusedWith = (body: object, ...expected: [status: number, ...faults: string[]]) =>
  assertFaults(records, () => takeIn(body), expected)

const FILE = {
  kind: 'photo',
  sha256: 'ab'.repeat(32),
  mediaType: 'image/jpeg',
  sizeBytes: 2_483_112,
}

test('Identifiers, metadata and evidence are returned as they were sent, by Get as well', async () => {
  const identifiers = [...one('psa_cert', ' 42 118 903 '), ...one('serial', 'Straße 7')]
  const metadata = JSON.parse('{"grade": "PSA 8", "__proto__": "", "set_year": "1952"}')
  const takenAt = '2026-11-20T14:58:00.1239+01:00'
  const more = { takenAt, takenBy: 'Desk 2', url: 'https://storage.example.com/1.jpg' }
  const item = await taken({ identifiers, metadata, evidence: [FILE, { ...FILE, ...more }] })
  assert.deepEqual(item.identifiers, identifiers)
  assert.deepEqual(Object.entries(item.metadata), Object.entries(metadata))
  assert.deepEqual(item.evidence, [
    { ...FILE, takenAt: null, takenBy: null, url: null },
    { ...FILE, ...more, takenAt: '2026-11-20T13:58:00.123Z' },
  ])
  const read = await api.get(`${PATH}/${item.id}`, { token })
  assert.deepEqual(read.body.data, item)
  assert.equal(read.headers.get('etag'), '"1"')
  const [listed] = (await api.get(PATH, { token })).body.data
  const { evidence: _, ...shown } = item
  assert.deepEqual(listed, shown)
})

test('The event of one item has the hashes of its evidence; items of a list have an event each', async () => {
  const other = { ...FILE, sha256: 'cd'.repeat(32) }
  const item = await taken({ evidence: [FILE, other] })
  const evidences = [[other], [], [FILE]]
  const list = await takeIn({ items: evidences.map((evidence) => ({ fboAccountId, evidence })) })
  const [first, , third] = list.body.data
  const events = await sql`
    select type, subject_id, data -> 'evidenceSha256' as hashes from events
    where organization_id = ${organizationId} and data ? 'evidenceSha256' order by number`
  const type = 'inventory_item.evidence_added'
  assert.deepEqual(events.slice(-3), [
    { type: 'inventory_item.taken_in', subjectId: item.id, hashes: [FILE.sha256, other.sha256] },
    { type, subjectId: first.id, hashes: [other.sha256] },
    { type, subjectId: third.id, hashes: [FILE.sha256] },
  ])
})

test('An identifier that an item in the vault has is refused, however it is written', async () => {
  const { id } = await taken({ identifiers: one('bar_number', 'AB 100') })
  const other = await taken({ identifiers: one('bar_number', 'AB 101') })
  const items = [
    { fboAccountId, identifiers: [...one('serial', 'free'), ...one('bar_number', 'ａｂ100')] },
    { fboAccountId, identifiers: one('sku', 'AB100') },
    { fboAccountId, identifiers: one('bar_number', 'ab101') },
  ]
  const response = await withoutWriting(records, () => takeIn({ items }))
  const error = (pointer: string, inventoryItemId: string, name: string) => ({
    pointer,
    code: 'identifier_taken',
    detail:
      `The item ${inventoryItemId}, which is in the vault, has the identifier bar_number ${name}: ` +
      'check the number, or correct that item.',
    inventoryItemId,
  })
  assertRefused(response, {
    status: 409,
    code: 'identifier_taken',
    instance: PATH,
    errors: [
      error('/items/0/identifiers/1', id, 'ａｂ100'),
      error('/items/2/identifiers/0', other.id, 'ab101'),
    ],
  })
})

test('Other organizations may have the same identifier', async () => {
  await taken({ identifiers: one('serial', 'everywhere') })
  const away = await records.organization()
  const account = await records.fboAccount(away)
  const { token: theirs } = await records.token(away)
  const body = { fboAccountId: account, identifiers: one('serial', 'everywhere') }
  assert.equal((await api.post(PATH, { token: theirs, body })).status, 201)
})

test('An item that left may come back as another one', async () => {
  const identifiers = one('serial', 'traveller')
  for (let turn = 0; turn < 3; turn += 1) {
    const item = await taken({ identifiers })
    await refusedWith({ fboAccountId, identifiers }, 409, '/identifiers/0 identifier_taken')
    const body = { reason: 'Collected' }
    const left = await api.post(`${PATH}/${item.id}/withdraw`, { token, body })
    assert.deepEqual(left.body.data.identifiers, identifiers)
  }
})

test('A pair that comes twice in a request is refused at each position', async () => {
  const pairs = [one('serial', 'A 1'), one('sku', 'A1'), one('serial', 'a1')]
  const faults = (place: (index: number) => string) =>
    [0, 2].map((index) => `${place(index)} duplicate_identifier`)
  const own = faults((index) => `/identifiers/${index}`)
  const doubled = await refusedWith({ fboAccountId, identifiers: pairs.flat() }, 400, ...own)
  assert.equal(doubled.body.code, 'duplicate_identifier')
  const items = pairs.map((identifiers) => ({ fboAccountId, identifiers }))
  await refusedWith({ items }, 400, ...faults((index) => `/items/${index}/identifiers/0`))
})

// test/contract/bodies.test.ts proves what the schema of a member refuses.
test('Every fault of the values of identifiers, metadata and evidence is in one answer', async () => {
  const metadata = { 'a b': 'x', grade: 'x'.repeat(501), year: 1952 }
  const evidence = [{ ...FILE, url: 'http://example.com' }]
  const items = [{ fboAccountId, identifiers: one('serial', ' \t'), metadata, evidence }]
  const faults = [
    '/identifiers/0/value invalid_format',
    '/metadata/a b invalid_format',
    '/metadata/grade too_long',
    '/metadata/year invalid_type',
    '/evidence/0/url invalid_format',
  ].map((fault) => `/items/0${fault}`)
  await refusedWith({ items }, 400, ...faults)
})

test('Too many identifiers, pairs or files are one fault each, however many there are', async () => {
  const pairs = Object.fromEntries(Array.from({ length: 40_000 }, (_, key) => [`k${key}`, 1]))
  const zeros = Array(60_000).fill(0)
  const many = { identifiers: zeros, metadata: pairs, evidence: zeros }
  const { status, body } = await withoutWriting(records, () => takeIn({ fboAccountId, ...many }))
  assert.equal(status, 400)
  assert.ok(body.errorsTotal < 200, `${body.errorsTotal}`)
  const keys = Array.from({ length: 50 }, (_, key) => `k${key}`)
  const full = {
    identifiers: keys.slice(0, 20).flatMap((key) => one('sku', `full ${key}`)),
    metadata: Object.fromEntries(keys.map((key) => [key, 'é'.repeat(500)])),
    evidence: Array(20).fill(FILE),
  }
  await taken(full)
  const over = {
    fboAccountId,
    identifiers: [...full.identifiers, ...one('sku', 'more')],
    metadata: { ...full.metadata, more: '' },
    evidence: Array(21).fill(FILE),
  }
  const faults = ['identifiers', 'metadata', 'evidence'].map((name) => `/${name} invalid_value`)
  await refusedWith(over, 400, ...faults)
})
