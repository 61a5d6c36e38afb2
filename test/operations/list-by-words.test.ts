import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteAllWords } from '../support/operations/noted-words.ts'
import { linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const organizationId = await records.organization()
const { token } = await records.token(organizationId)

const get = async (path: string) => {
  const response = await api.get(path, { token })
  assert.equal(response.status, 200, response.text)
  return response
}

/** The ids of all pages, by following the links. */
async function idsOf(path: string): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const response = await get(next)
    ids.push(...response.body.data.map(({ id }: { id: string }) => id))
    next = linksOf(response).next
  }
  return ids
}

const account = await records.fboAccount(organizationId, { firstName: 'Imani', lastName: 'Berg' })
const namesake = await records.fboAccount(organizationId, { businessName: 'Bergmann AG' })
await records.fboAccount(organizationId, { lastName: 'Okonkwo' })
const items: string[] = []
for (const description of ['Penny Black', 'Penny Red', 'Gold bar', 'Black penny, used', null]) {
  items.push(await records.inventoryItem(organizationId, account, { description }))
}
await noteAllWords(vault, organizationId)

test('Lists are narrowed to records that have the words, newest first', async () => {
  assert.deepEqual(await idsOf('/v1/fbo-accounts?q=BERG'), [namesake, account])
  assert.deepEqual(await idsOf('/v1/fbo-accounts?q=imani%20be'), [account])
  assert.deepEqual(await idsOf('/v1/fbo-accounts?q=zzz'), [])
  assert.deepEqual(await idsOf('/v1/fbo-accounts?q=--'), [])
  assert.deepEqual(await idsOf('/v1/inventory-items?q=penny%20black'), [items[3], items[0]])
  assert.deepEqual(await idsOf('/v1/inventory-items?q=pe'), [items[3], items[1], items[0]])
  assert.deepEqual(await idsOf('/v1/inventory-items?q=en'), [])
  assert.deepEqual(await idsOf('/v1/inventory-items?q=penny&limit=1'), [
    items[3],
    items[1],
    items[0],
  ])
  const others = '/v1/inventory-items?q=penny&status=withdrawn'
  assert.deepEqual(await idsOf(others), [])
})

test('Transfers are found by their notes', async () => {
  const body = {
    fromFboAccountId: account,
    toFboAccountId: namesake,
    items: [{ inventoryItemId: items[2], reason: 'trade' }],
    notes: 'Spring rebalancing',
  }
  const created = await api.post('/v1/transfers', { token, body })
  assert.equal(created.status, 201)
  await noteAllWords(vault, organizationId)
  assert.deepEqual(await idsOf('/v1/transfers?q=rebalanc'), [created.body.data.id])
  assert.deepEqual(await idsOf('/v1/transfers?q=autumn'), [])
})

test('Very many records with the words are paged alike, while others are created', async () => {
  await sql`
    insert into inventory_items (organization_id, id, fbo_account_id, description, created_at)
    select ${organizationId}, 'item_many_' || lpad(n::text, 5, '0'), ${account},
      case when n % 2 = 0 then 'Krugerrand ' || n end, '2026-01-01T00:00:00Z'::timestamptz
    from generate_series(1, 5000) as n`
  await noteAllWords(vault, organizationId)
  const first = await get('/v1/inventory-items?q=krugerrand&limit=100')
  await records.inventoryItem(organizationId, account, { description: 'Krugerrand, new' })
  await noteAllWords(vault, organizationId)
  const ids = first.body.data.map(({ id }: { id: string }) => id)
  const { next } = linksOf(first)
  ids.push(...(await idsOf(next as string)))
  const expected = Array.from({ length: 2_500 }, (_, place) => {
    return `item_many_${String(5_000 - 2 * place).padStart(5, '0')}`
  })
  assert.deepEqual(ids, expected)
  const deep = await get('/v1/inventory-items?q=krugerrand%202&limit=100&page=2')
  assert.equal(deep.body.data.length, 100)
  assert.equal(linksOf(deep).prev !== undefined, true)
})

test('Items are narrowed by their value and their last change', async () => {
  const owner = await records.organization()
  const { token: by } = await records.token(owner)
  const held = await records.fboAccount(owner)
  const made: string[] = []
  for (const [declaredValueCents, day] of [
    [100, 1],
    [250, 2],
    [9_000, 3],
  ] as const) {
    const changedAt = new Date(`2026-11-0${day}T00:00:00Z`)
    made.push(await records.inventoryItem(owner, held, { declaredValueCents, changedAt }))
  }
  const cases = [
    ['declaredValueFrom=250', 1, 2],
    ['declaredValueTo=250', 0, 1],
    ['declaredValueFrom=101&declaredValueTo=8999', 1],
    ['declaredValueFrom=9223372036854775807'],
    ['changedFrom=2026-11-02T00:00:00Z', 1, 2],
    ['changedBefore=2026-11-02T00:00:00Z', 0],
  ] as const
  for (const [query, ...places] of cases) {
    const { body } = await api.get(`/v1/inventory-items?${query}`, { token: by })
    const ids = body.data.map(({ id }: { id: string }) => id)
    assert.deepEqual(ids.sort(), places.map((place) => made[place]).sort(), query)
  }
  const wrong = await api.get('/v1/inventory-items?declaredValueFrom=1.5', { token: by })
  assert.equal(wrong.status, 400)
  assert.equal(wrong.body.errors[0].pointer, '/declaredValueFrom')
})

test('Another organization has none of them', async () => {
  const other = await records.token(await records.organization())
  const { body } = await api.get('/v1/inventory-items?q=penny', { token: other.token })
  assert.deepEqual(body.data, [])
})
