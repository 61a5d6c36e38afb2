import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFaults, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await TransferSetup.open(vault)
const { source, destination } = setup
const { token, id: tokenId } = setup.creator

function patch(id: string, body: object, headers: Record<string, string> = {}) {
  return api.patch(`/v1/transfers/${id}`, { token, body, headers })
}

const list = async (path: string) => (await api.get(path, { token })).body.data

test('Update Transfer merges metadata, which every view of the batch but the first shows', async () => {
  const transfer = await setup.transfer({ more: { notes: 'Spring' } })
  const { id, itemIds } = transfer
  const items = await setup.stored(itemIds)
  const first = await patch(id, { metadata: { deal: 'D-2041', region: 'EU' } })
  assert.equal(first.status, 200, first.text)
  assert.equal(
    first.text,
    JSON.stringify({
      data: setup.details(transfer, { metadata: { deal: 'D-2041', region: 'EU' } }),
    }),
  )
  assert.equal(first.headers.get('etag'), '"2"')
  const change = { metadata: { deal: 'D-2042', region: null, 'set.year': '1952' } }
  const second = await patch(id, change, { 'If-Match': '"2"' })
  const metadata = { deal: 'D-2042', 'set.year': '1952' }
  assert.deepEqual(second.body.data, { ...first.body.data, metadata })
  assert.equal(second.headers.get('etag'), '"3"')
  const shown = { ...second.body.data, approvals: [], approvalsRequired: 1 }
  assert.deepEqual((await setup.get(id)).body.data, shown)
  assert.deepEqual((await list(`/v1/transfers?fromFboAccountId=${source}`))[0], second.body.data)
  assert.deepEqual(await setup.stored(itemIds), items)
  const approved = await setup.approve(id)
  assert.equal(approved.headers.get('etag'), '"4"')
  assert.deepEqual(approved.body.data.metadata, metadata)
})

test('a batch in every status takes it, and stays as it ended', async () => {
  const { id } = await setup.transfer()
  const expired = await setup.transfer()
  const ended = [
    await setup.approve((await setup.transfer()).id),
    await setup.reject((await setup.transfer()).id),
    await setup.cancel(id),
  ].map(({ body }) => body.data)
  await setup.expire(expired.id)
  ended.push((await setup.get(expired.id)).body.data)
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['completed', 'rejected', 'cancelled', 'expired'],
  )
  for (const before of ended) {
    const { approvals: _, approvalsRequired: __, ...details } = before
    const response = await patch(before.id, { metadata: { filed: '2026' } })
    assert.deepEqual(response.body.data, { ...details, metadata: { filed: '2026' } })
  }
})

test('values that are there already change nothing', async () => {
  const { id } = await setup.transfer()
  const first = await patch(id, { metadata: { deal: 'D-2041' } })
  for (const metadata of [{ deal: 'D-2041' }, { none: null }, {}]) {
    const again = await withoutWriting(records, () => patch(id, { metadata }))
    assert.deepEqual([again.status, again.text], [200, first.text])
    assert.equal(again.headers.get('etag'), '"2"')
  }
})

test('the event has the names of members alone', async () => {
  const { id } = await setup.transfer()
  await patch(id, { metadata: { deal: 'D-2041' } })
  const [event] = await list(`/v1/events?subjectId=${id}&type=transfer.updated`)
  assert.deepEqual(event.actor, { tokenId, owner: null, person: null, system: null })
  assert.deepEqual(event.subject, { type: 'transfer', id })
  assert.deepEqual(event.data, {
    version: 2,
    changedMembers: ['metadata'],
    fromFboAccountId: source,
    toFboAccountId: destination,
    totalItems: 2,
    itemsPath: `/v1/transfers/${id}/items`,
  })
})

test('changes of one batch at once are all kept, and so is a decision beside them', async () => {
  const { id } = await setup.transfer()
  const keys = Array.from({ length: 20 }, (_, index) => `key_${index}`)
  const [approved] = await Promise.all([
    setup.approve(id),
    ...keys.map((key) => patch(id, { metadata: { [key]: 'x' } })),
  ])
  assert.equal(approved.status, 200, approved.text)
  const { body, headers } = await setup.get(id)
  assert.equal(body.data.status, 'completed')
  assert.deepEqual(Object.keys(body.data.metadata).sort(), keys.toSorted())
  assert.equal(headers.get('etag'), '"22"')
})

test('what cannot be kept is refused whole, with what to do', async () => {
  const { id } = await setup.transfer()
  const wrong = { metadata: { 'a b': 'x', deal: 7 } }
  const faults = ['/metadata/a b invalid_format', '/metadata/deal invalid_type']
  await assertFaults(records, () => patch(id, wrong), [400, ...faults])
  const pairs = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${prefix}_${index}`, 'x']))
  assert.equal((await patch(id, { metadata: pairs('a') })).status, 200)
  const over = () => patch(id, { metadata: pairs('b') })
  await assertFaults(records, over, [400, '/metadata invalid_value'])
})
