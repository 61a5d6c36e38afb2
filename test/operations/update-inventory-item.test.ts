import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf } from '../support/vault/links.ts'
import { assertFaults, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { organizationId, id: tokenId, token } = await records.owner()
const fboAccountId = await records.fboAccount(organizationId)

const PATH = '/v1/inventory-items'
const serial = (value: string) => [{ scheme: 'serial', value }]

async function takenIn(more: object = {}) {
  const response = await api.post(PATH, { token, body: { fboAccountId, ...more } })
  assert.equal(response.status, 201, response.text)
  return response.body.data
}

const update = (id: string, body: object, headers: Record<string, string> = {}) =>
  api.patch(`${PATH}/${id}`, { token, body, headers })
const get = (id: string) => api.get(`${PATH}/${id}`, { token })
const found = async (identifier: string) => {
  const response = await api.get(`${PATH}?identifier=${encodeURIComponent(identifier)}`, { token })
  assert.equal(response.status, 200, response.text)
  return entriesOf(response)
}

async function lastEvent() {
  const [event] = await sql`
    select type, subject_id, data from events where organization_id = ${organizationId}
    order by number desc limit 1`
  return event
}

const refused = (id: string, body: object, ...expected: [status: number, ...faults: string[]]) =>
  assertFaults(records, () => update(id, body), expected)

for (const reason of [null, 'Read again on the case']) {
  test(`The members of the body are corrected, and no others; each is a correction: ${reason}`, async () => {
    const before = await takenIn({
      description: 'Rnig',
      identifiers: serial(`A 1 ${reason}`),
      metadata: { grade: '8', shelf: 'B4' },
    })
    const changes = {
      description: 'Ring',
      identifiers: [...serial(`A 2 ${reason}`), { scheme: 'sku', value: `R ${reason}` }],
      metadata: { grade: '9', shelf: null, set_year: '1952' },
    }
    const response = await update(before.id, reason === null ? changes : { ...changes, reason })
    assert.equal(response.status, 200, response.text)
    const metadata = { grade: '9', set_year: '1952' }
    const after = { ...before, ...changes, metadata }
    assert.deepEqual(response.body.data, after)
    assert.equal(response.headers.get('etag'), '"2"')
    assert.deepEqual((await get(before.id)).body.data, after)
    assert.deepEqual(await found(`serial:a1 ${reason}`), [])
    assert.deepEqual(await found(`serial:a2 ${reason}`), [before.id])
    const members = ['description', 'identifiers', 'metadata'] as const
    const data = { version: 2, changedMembers: members }
    const event = { type: 'inventory_item.updated', subjectId: before.id, data }
    assert.deepEqual(await lastEvent(), event)
    const corrections = await api.get(`/v1/corrections?subjectId=${before.id}`, { token })
    const shown = corrections.body.data.map(({ at: _, ...rest }: { at: string }) => rest)
    const expected = members.map((member, index) => ({
      ...{ number: index + 1, member, from: before[member], to: after[member], reason, tokenId },
      revaluationId: null,
    }))
    assert.deepEqual(shown, expected)
  })
}

test('A reason alone corrects nothing', async () => {
  const { id } = await takenIn({ description: 'Rnig' })
  await refused(id, { reason: 'Read again' }, 400, ' no_updatable_fields')
})

test('null clears the description, an empty list the identifiers', async () => {
  const { id } = await takenIn({ description: 'Ring', identifiers: serial('gone') })
  const { body } = await update(id, { description: null, identifiers: [] })
  assert.deepEqual([body.data.description, body.data.identifiers], [null, []])
  assert.deepEqual(await found('serial:gone'), [])
  await takenIn({ identifiers: serial('gone') })
})

test('A change that changes nothing writes nothing, and the version stays', async () => {
  const item = await takenIn({
    description: 'Ring',
    identifiers: serial('same'),
    metadata: { a: '1' },
  })
  const { description, identifiers } = item
  const same = { description, identifiers, metadata: { a: '1', b: null } }
  const response = await withoutWriting(records, () => update(item.id, same))
  assert.deepEqual(response.body.data, item)
  assert.equal(response.headers.get('etag'), '"1"')
})

test('Every change of the item has another version', async () => {
  const { id } = await takenIn()
  await api.post(`${PATH}/${id}/hold`, { token, body: { reason: 'Disputed' } })
  assert.equal((await get(id)).headers.get('etag'), '"2"')
  const fresh = await update(id, { description: 'a' }, { 'If-Match': '"2"' })
  assert.equal(fresh.headers.get('etag'), '"3"')
})

test('An identifier that another item in the vault has is refused; its own may be written anew', async () => {
  const { id: holder } = await takenIn({ identifiers: serial('taken') })
  const { id } = await takenIn({ identifiers: serial('own') })
  const identifiers = [...serial('OWN'), ...serial('Taken')]
  const { body } = await refused(id, { identifiers }, 409, '/identifiers/1 identifier_taken')
  assert.equal(body.errors[0].inventoryItemId, holder)
  assert.equal((await update(id, { identifiers: serial('O W N') })).status, 200)
  assert.deepEqual(await found('serial:own'), [id])
})

test('An item that left is corrected too, and holds no identifier', async () => {
  const { id: left } = await takenIn({ identifiers: serial('first') })
  await api.post(`${PATH}/${left}/withdraw`, { token, body: { reason: 'Collected' } })
  const { id } = await takenIn({ identifiers: serial('second') })
  assert.equal((await update(left, { identifiers: serial('second') })).status, 200)
  assert.deepEqual((await found('serial:second')).toSorted(), [id, left].toSorted())
  assert.equal((await update(left, { description: 'Ring' })).status, 200)
  await takenIn({ identifiers: serial('first') })
})

test('Every fault of identifiers and metadata is in one answer', async () => {
  const { id } = await takenIn()
  const wrong = {
    identifiers: [...serial('a'), ...serial('A')],
    metadata: { 'a b': '1', c: 1 },
  }
  const faults = [
    '/metadata/a b invalid_format',
    '/metadata/c invalid_type',
    '/identifiers/0 duplicate_identifier',
    '/identifiers/1 duplicate_identifier',
  ]
  await refused(id, wrong, 400, ...faults)
  const pairs = (from: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${from + index}`, '']))
  assert.equal((await update(id, { metadata: pairs(0) })).status, 200)
  await refused(id, { metadata: pairs(1) }, 400, '/metadata invalid_value')
})

test('identifier finds items that are there and those that left, however it is written', async () => {
  const { id: left } = await takenIn({ identifiers: [{ scheme: 'psa_cert', value: '42:1 A' }] })
  await api.post(`${PATH}/${left}/withdraw`, { token, body: { reason: 'Collected' } })
  const { id } = await takenIn({ identifiers: [{ scheme: 'psa_cert', value: '42:1a' }] })
  assert.deepEqual((await found('psa_cert:42:1 a')).toSorted(), [id, left].toSorted())
  assert.deepEqual(await found('psa_cert:４２:1A'), await found('psa_cert:42:1a'))
  assert.deepEqual(await found('serial:42:1a'), [])
  const [first] = (await api.get(`${PATH}?identifier=psa_cert:42:1a&limit=1`, { token })).body.data
  assert.equal(first.id, id)
  for (const wrong of ['psa_cert', 'PSA:1', ':1', 'psa_cert:', `sku:${'x'.repeat(129)}`]) {
    const response = await api.get(`${PATH}?identifier=${wrong}`, { token })
    assert.equal(response.status, 400)
    const detail =
      'identifier does not have the documented format. Send the scheme, a colon and the value, ' +
      'such as psa_cert:42118903.'
    const error = { pointer: '/identifier', in: 'query', code: 'invalid_parameter', detail }
    assert.deepEqual(response.body.errors, [error])
  }
})
