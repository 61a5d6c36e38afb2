import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf, followLinks } from '../support/vault/links.ts'
import { assertFaults, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { organizationId, id: tokenId, token } = await records.owner()
const fboAccountId = await records.fboAccount(organizationId)
const otherAccountId = await records.fboAccount(organizationId)

const takeIn = (body: unknown) => api.post('/v1/inventory-items', { token, body })

/** The view of an item that was just taken in, with its members in order. */
function viewOf(
  { id, createdAt }: { id: string; createdAt: string },
  sent: { fboAccountId: string; description?: string | null; declaredValueCents?: string },
) {
  return {
    ...{ id, fboAccountId: sent.fboAccountId, organizationId, status: 'in_vault' },
    description: sent.description ?? null,
    declaredValueCents: sent.declaredValueCents ?? '0',
    ...{ activeTransferId: null, activeShipmentId: null, holdReason: null },
    ...{ identifiers: [], metadata: {}, evidence: [], changedAt: createdAt, createdAt },
  }
}

/** The first row of the log of an item that was just taken in. */
const firstMovement = (item: { id: string; fboAccountId: string; createdAt: string }) => ({
  ...{ organizationId, inventoryItemId: item.id, number: 1, at: new Date(item.createdAt) },
  ...{ kind: 'taken_in', fromFboAccountId: null, fromStatus: null },
  ...{ toFboAccountId: item.fboAccountId, toStatus: 'in_vault' },
  ...{ transferBatchId: null, outboundShipmentId: null, tokenId, reason: null },
})

const logOf = async (ids: readonly string[]) => [
  ...(await sql`select * from inventory_movements
    where inventory_item_id = any(${[...ids]}::text[]) order by inventory_item_id, number`),
]

test('One item returns 201 with the item in the vault, its Location and its first movement', async () => {
  const before = Date.now()
  const description = '1952 Topps #311, PSA 8'
  const sent = { fboAccountId, description, declaredValueCents: '1250000' }
  const response = await takeIn(sent)
  assert.equal(response.status, 201)
  const item = response.body.data
  assert.equal(response.text, JSON.stringify({ data: viewOf(item, sent) }))
  assert.match(item.id, /^item_[0-9a-hjkmnp-tv-z]{26}$/)
  assert.equal(response.headers.get('location'), `/v1/inventory-items/${item.id}`)
  assert.ok(Math.abs(Date.parse(item.createdAt) - before) < 60_000)
  const read = await api.get(`/v1/inventory-items/${item.id}`, { token })
  assert.equal(read.text, response.text)
  assert.deepEqual(await logOf([item.id]), [firstMovement(item)])
  assert.equal((await records.item(item.id)).movementCount, 1)
})

test('description is null by default, declaredValueCents 0', async () => {
  for (const more of [{}, { description: null }, { declaredValueCents: '0' }]) {
    const response = await takeIn({ fboAccountId, ...more })
    assert.equal(response.status, 201)
    const data = viewOf(response.body.data, { fboAccountId })
    assert.equal(response.text, JSON.stringify({ data }))
  }
})

const LISTS: Readonly<Record<string, Parameters<typeof viewOf>[1][]>> = {
  'of several accounts': [
    { fboAccountId, description: 'z', declaredValueCents: '9223372036854775807' },
    { fboAccountId: otherAccountId },
    { fboAccountId, description: null, declaredValueCents: '1' },
    { fboAccountId: otherAccountId, description: 'a' },
  ],
  'of one entry': [{ fboAccountId }],
  'of a thousand': Array.from({ length: 1_000 }, (_, index) => ({
    fboAccountId: index % 2 === 0 ? fboAccountId : otherAccountId,
    description: `Piece ${(index * 7_919) % 1_000}`,
    declaredValueCents: `${index}`,
  })),
}
for (const [title, sent] of Object.entries(LISTS)) {
  test(`A list ${title} returns an array in its order, of one moment, without Location`, async () => {
    const count = async () =>
      (await sql`select from inventory_items where organization_id = ${organizationId}`).length
    const before = await count()
    const response = await takeIn({ items: sent })
    assert.equal(response.status, 201)
    const items: { id: string; fboAccountId: string; createdAt: string }[] = response.body.data
    const createdAt = items[0]?.createdAt as string
    const data = sent.map((entry, index) =>
      viewOf({ id: items[index]?.id ?? '', createdAt }, entry),
    )
    const pagination = { page: 1, hasMore: false }
    assert.equal(response.text, JSON.stringify({ data, pagination }))
    assert.equal(response.headers.get('location'), null)
    const byId = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(await logOf(items.map(({ id }) => id)), byId.map(firstMovement))
    assert.equal((await count()) - before, sent.length)
  })
}

test('A description is kept letter by letter, up to 500 code points', async () => {
  const descriptions = [
    ...[
      'NULL',
      'null',
      '""',
      '"quoted"',
      "it's",
      '{a,b}',
      'back\\slash',
      '\\N',
      ' padded ',
      'two\n\tlines',
    ],
    ...['ö', '🪙'.repeat(500), 'a\ufeff', 'a\u0001', '$1', "'); drop table inventory_items; --"],
  ]
  const response = await takeIn({
    items: descriptions.map((description) => ({ fboAccountId, description })),
  })
  assert.equal(response.status, 201, response.text)
  const kept = response.body.data.map((item: { description: string }) => item.description)
  assert.deepEqual(kept, descriptions)
  for (const { id, description } of response.body.data) {
    assert.equal((await records.item(id)).description, description)
  }
})

test('An item that was taken in can be claimed at once', async () => {
  const { id: inventoryItemId } = (await takeIn({ fboAccountId })).body.data
  const items = [{ inventoryItemId, reason: 'trade' }]
  const body = { fromFboAccountId: fboAccountId, toFboAccountId: otherAccountId, items }
  const { status, text } = await api.post('/v1/transfers', { token, body })
  assert.equal(status, 201, text)
  const kinds = (await logOf([inventoryItemId])).map(({ number, kind }) => `${number} ${kind}`)
  assert.deepEqual(kinds, ['1 taken_in', '2 transfer_created'])
})

/** Takes in so many items, by two accounts in turns; the event, and the ids of the response. */
async function takeInMany(count: number) {
  const items = Array.from({ length: count }, (_, place) => ({
    fboAccountId: place % 2 === 0 ? fboAccountId : otherAccountId,
    declaredValueCents: `${place}`,
  }))
  const response = await takeIn({ items })
  assert.equal(response.status, 201, response.text)
  const ids = entriesOf(response)
  const filter = `type=inventory_item.taken_in&subjectId=${organizationId}`
  const { body } = await api.get(`/v1/events?${filter}&limit=1000`, { token })
  return { ids, event: body.data.at(-1) }
}

/** The ids that a list returns, followed to its end. */
const listed = async (path: string) =>
  (await followLinks(api, token, `${path}&limit=100`)).flatMap(entriesOf)

test('The event of 20 items names them, that of more says where they are listed', async () => {
  const few = await takeInMany(20)
  assert.deepEqual(few.event.data.inventoryItemIds, few.ids)
  assert.equal(few.event.data.itemsPath, undefined)
  const [one, other] = [await takeInMany(1_000), await takeInMany(21)]
  for (const { ids, event } of [one, other]) {
    assert.ok(JSON.stringify(event).length < 1_000, JSON.stringify(event))
    const { intakeId, itemsPath, ...data } = event.data
    assert.deepEqual(data, { statusAfter: 'in_vault', totalItems: ids.length })
    assert.equal(itemsPath, `/v1/inventory-items?intakeId=${intakeId}`)
    assert.deepEqual((await listed(itemsPath)).toReversed(), ids)
    assert.deepEqual(ids.toSorted(), ids)
    const ofAccount = await listed(`${itemsPath}&fboAccountId=${fboAccountId}`)
    assert.equal(ofAccount.length, Math.ceil(ids.length / 2))
  }
  const foreign = await records.owner()
  const { body } = await api.get(other.event.data.itemsPath, { token: foreign.token })
  assert.deepEqual(body, { data: [], pagination: { page: 1, hasMore: false } })
  for (const wrong of ['item_', 'item_0', `${other.event.data.intakeId}0`, one.ids[0]]) {
    const response = await api.get(`/v1/inventory-items?intakeId=${wrong}`, { token })
    assert.equal(response.status, 400, `${wrong}`)
  }
})

test('A body with both an item and items is refused', async () => {
  const item = { fboAccountId, description: 'Ring', declaredValueCents: '100' }
  const faults = Object.keys(item).map((member) => `/${member} unknown_field`)
  await assertFaults(records, () => takeIn({ ...item, items: [item] }), [400, ...faults])
})

test('One unknown account refuses all items, and up to a hundred places are named', async () => {
  const foreign = { fboAccountId: await records.fboAccount(await records.organization()) }
  const [item, unknown] = [{ fboAccountId }, { fboAccountId: 'fbo_nobody' }]
  const code = 'fbo_account_not_found'
  for (const [items, places, errorsTotal] of [
    [[unknown, item, foreign, item, unknown], [0, 2, 4], 3],
    [[item, ...Array(999).fill(unknown)], Array.from({ length: 100 }, (_, n) => n + 1), 999],
  ] as const) {
    const errors = places.map((place) => ({
      pointer: `/items/${place}/fboAccountId`,
      code,
      detail: `The organization has no FBO account with the id in items.${place}.fboAccountId: check the id.`,
    }))
    const response = await withoutWriting(records, () => takeIn({ items }))
    const instance = '/v1/inventory-items'
    assertRefused(response, { status: 404, code, instance, errors, errorsTotal })
  }
})
