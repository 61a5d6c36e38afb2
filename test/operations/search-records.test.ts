import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteAllWords, wordsNoted } from '../support/operations/noted-words.ts'
import { entriesOf, followLinks, linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

const { organizationId, token } = await records.owner()
const ada = await records.fboAccount(organizationId, {
  firstName: 'Ada',
  lastName: 'Lindqvist',
  email: 'ada.lindqvist@example.com',
  phone: '+46 8 555 012 34',
})
const leila = await records.fboAccount(organizationId, {
  firstName: 'Leïla',
  lastName: 'Hayashi',
  businessName: 'Hayashi Watches AB',
})
const rolex = await records.inventoryItem(organizationId, leila, {
  description: 'Rolex Submariner 5513, 1968',
})
const charizard = await records.inventoryItem(organizationId, ada, {
  description: 'Pokémon Base Set Charizard #4, PSA 9',
})
const imported = await records.inventoryItem(organizationId, ada, { id: 'SKU-00A17-x' })
async function itemWith(identifiers: Readonly<Record<string, string>>): Promise<string> {
  const pairs = Object.entries(identifiers).map(([scheme, value]) => ({ scheme, value }))
  const body = { fboAccountId: ada, identifiers: pairs }
  return (await api.post('/v1/inventory-items', { token, body })).body.data.id
}
const certificate = await itemWith({ psa_cert: '4417-2203 A', serial: 'ZK 991' })
const shipment = await records.outboundShipment(organizationId, ada, {
  status: 'shipped',
  shippedAt: new Date(),
  trackingNumber: 'BX 4417 2203 SE',
  notes: 'Fragile: двойная коробка',
})
await noteAllWords(vault, organizationId)

interface Result {
  readonly type: string
  readonly id: string
  readonly title: string
  readonly detail: string | null
  readonly status: string | null
  readonly match: string
}

async function search(q: string, more: object = {}, by = token) {
  const query = new URLSearchParams({ q, ...more })
  const { status, body, text } = await api.get(`/v1/search?${query}`, { token: by })
  assert.equal(status, 200, text)
  return body as { data: Result[]; pagination: { page: number; hasMore: boolean } }
}

async function found(q: string, more: object = {}): Promise<string[]> {
  return (await search(q, more)).data.map(({ id, match }) => `${match} ${id}`)
}

test('A result is named for people, and says what it was found by', async () => {
  const { data, pagination } = await search('submariner')
  const item = { type: 'inventory_item', id: rolex, title: 'Rolex Submariner 5513, 1968' }
  const shown = { detail: 'Hayashi Watches AB', status: 'in_vault', match: 'description' }
  assert.deepEqual(data, [{ ...item, ...shown }])
  assert.deepEqual(pagination, { page: 1, hasMore: false })
})

test('Records are found by what people know of them, with or without typing errors', async () => {
  const cases: readonly (readonly [q: string, ...found: string[]])[] = [
    ['ada', `name ${ada}`],
    ['LINDQVIST Ada', `name ${ada}`],
    ['ada.lindqvist@example.com', `email ${ada}`],
    ['(46) 855501234', `phone ${ada}`],
    ['555-01234', `phone ${ada}`],
    ['leila hay', `name ${leila}`],
    ['watches', `businessName ${leila}`],
    ['rolex hayashi', `description ${rolex}`],
    ['Leila 5513', `name ${rolex}`],
    ['rolex lindqvist'],
    ['Hayashi AB Leila', `name ${leila}`],
    ['pokemon psa 9', `description ${charizard}`],
    ['psa 1968'],
    ['bx44172203se', `trackingNumber ${shipment}`],
    ['2203 se', `trackingNumber ${shipment}`],
    ['ДВОЙНАЯ', `notes ${shipment}`],
    ['44172203a', `identifier ${certificate}`],
    ['zk991', `identifier ${certificate}`],
    ['ZK 991', `identifier ${certificate}`],
    ['sku-00a17-X', `id ${imported}`],
    [rolex, `id ${rolex}`],
    [rolex.toUpperCase(), `id ${rolex}`],
    [rolex.slice(0, -3), `id ${rolex}`],
    [rolex.slice(-9).toUpperCase(), `id ${rolex}`],
    // With typing errors.
    ['lindkvist', `name ${ada}`],
    ['Leyla Hayasi', `name ${leila}`],
    ['charizrd', `description ${charizard}`],
    ['submarinner', `description ${rolex}`],
  ]
  for (const [q, ...expected] of cases) assert.deepEqual(await found(q), expected, q)
})

test('An account is found by its external id', async () => {
  const path = `/v1/fbo-accounts/${await records.fboAccount(organizationId)}`
  const body = { externalId: 'CUST-00417' }
  const profile = await api.patch(`${path}/profile`, { token, body })
  assert.equal(profile.status, 200, profile.text)
  await wordsNoted(vault, organizationId)
  assert.deepEqual(await found('cust 00417'), [`externalId ${path.slice(17)}`])
})

test('The whole of an address or external id is found first, however many resemble it', async () => {
  const make = async (number: number) => {
    const email = `owner.${number}@owner.example.com`
    const id = await records.fboAccount(organizationId, { email })
    const body = { externalId: `OWN-${number}` }
    await api.patch(`/v1/fbo-accounts/${id}/profile`, { token, body })
    return id
  }
  const oldest = await make(7)
  for (let number = 700; number < 800; number += 1) await make(number)
  await noteAllWords(vault, organizationId)
  assert.equal((await found('OWNER.7@Owner.example.com'))[0], `email ${oldest}`)
  for (const q of ['OWN-7', 'own-7', 'Own- 7']) {
    assert.equal((await found(q))[0], `externalId ${oldest}`, q)
  }
})

test('An identifier is found at once', async () => {
  const id = await itemWith({ serial: 'Q-77 001' })
  assert.deepEqual(await found('q-77001'), [`identifier ${id}`])
})

test('A change is found by its event, and an erased account no more', async () => {
  const account = await records.fboAccount(organizationId, { lastName: 'Okonkwo' })
  const path = `/v1/fbo-accounts/${account}`
  const renamed = await api.patch(path, { token, body: { lastName: 'Brzezinska' } })
  assert.equal(renamed.status, 200)
  await wordsNoted(vault, organizationId)
  assert.deepEqual(await found('brzezinska'), [`name ${account}`])
  assert.deepEqual(await found('okonkwo'), [])
  const erased = await api.post(`${path}/erase`, { token, body: { reason: 'Asked for' } })
  assert.equal(erased.status, 200, erased.text)
  assert.deepEqual(await found('brzezinska'), [])
  const rows = await sql`select from search_texts where words like '%brzezinska%'`
  assert.equal(rows.length, 0)
})

test('The types, and their number, are as the request asks', async () => {
  const { data } = await search('hayashi')
  assert.deepEqual([data.length, data[0]?.type], [1, 'fbo_account'])
  assert.deepEqual(await found('hayashi', { types: 'inventory_item,transfer_batch' }), [])
  for (let made = 0; made < 3; made += 1) {
    await records.inventoryItem(organizationId, ada, { description: `Penny Black ${made}` })
  }
  await noteAllWords(vault, organizationId)
  const page = await search('penny black', { limit: '2' })
  assert.equal(page.data.length, 2)
  assert.deepEqual(page.pagination, { page: 1, hasMore: true })
  assert.equal((await search('penny black', { limit: '3' })).pagination.hasMore, false)
})

test('A token finds records of the types that it may read, and none of another organization', async () => {
  const items = await records.token(organizationId, ['inventory_items:read'])
  const nothing = await records.token(organizationId, ['events:read'])
  const [result] = (await search('submariner', {}, items.token)).data
  assert.deepEqual([result?.id, result?.detail], [rolex, leila])
  const other = await records.owner()
  for (const [{ token: by }, ...texts] of [
    [items, 'lindqvist', 'rolex hayashi', ada],
    [nothing, 'submariner'],
    [other, 'submariner', 'submarinner', rolex, rolex.slice(-9)],
  ] as const) {
    for (const q of texts) assert.deepEqual((await search(q, {}, by)).data, [], q)
  }
})

const SENTENCE =
  'q must have 2 to 200 characters without blanks at its ends, and neither U+0000 nor an unpaired ' +
  'surrogate.'

test('A text that cannot be searched is refused with what to do about it', async () => {
  const cases = [
    ['q=a', SENTENCE],
    ['q=%20%20a%20', SENTENCE],
    [`q=${'x'.repeat(10_000)}`, SENTENCE],
    ['q=ab%00', SENTENCE],
    ['limit=3', 'q is missing: send it.'],
    ['q=ab&q=cd', 'q is given more than once: send it once.'],
    ['q=ab&limit=51', 'limit must be a whole number from 1 to 50.'],
    [
      'q=ab&types=item',
      'types must be some of fbo_account, inventory_item, transfer_batch, outbound_shipment, ' +
        'each once, separated by commas.',
    ],
  ] as const
  for (const [query, detail] of cases) {
    const { status, body } = await api.get(`/v1/search?${query}`, { token })
    const [error] = body.errors
    assert.deepEqual([status, error.code, error.detail], [400, 'invalid_parameter', detail])
  }
})

test('Odd texts find nothing, and are no patterns', async () => {
  const odd = ['%%', '__', '\\\\', "'; drop table", '😀😀', '##', '..', 'שלום', '\u202exyz', '%j%']
  for (const q of [...odd, 'x'.repeat(200), 'j '.repeat(99), '𝒳𝒳']) {
    assert.deepEqual((await search(q)).data, [], q)
  }
})

test('What is searched is in no log', async () => {
  const before = vault.logLines.length
  await search('Zzyzx secret name')
  await api.get('/v1/search?q=Zzyzx&limit=0', { token })
  const lines = vault.logLines.slice(before)
  assert.match(lines.join('\n'), /searchRecords/)
  assert.doesNotMatch(lines.join('\n'), /zzyzx/i)
})

// Few records with the words are rows of reads.test.ts.

test('Very many records with the words are paged alike, while others are created', async () => {
  const { organizationId, token } = await records.owner()
  const account = await records.fboAccount(organizationId)
  await sql`
    insert into inventory_items (organization_id, id, fbo_account_id, description, created_at)
    select ${organizationId}, 'item_many_' || lpad(n::text, 5, '0'), ${account},
      case when n % 2 = 0 then 'Krugerrand ' || n end, '2026-01-01T00:00:00Z'::timestamptz
    from generate_series(1, 5000) as n`
  await noteAllWords(vault, organizationId)
  const pages = await followLinks(api, token, '/v1/inventory-items?q=krugerrand&limit=100', {
    between: async (page) => {
      if (page > 1) return
      await records.inventoryItem(organizationId, account, { description: 'Krugerrand, new' })
      await noteAllWords(vault, organizationId)
    },
  })
  const expected = Array.from({ length: 2_500 }, (_, place) => {
    return `item_many_${String(5_000 - 2 * place).padStart(5, '0')}`
  })
  assert.deepEqual(pages.flatMap(entriesOf), expected)
  const deep = '/v1/inventory-items?q=krugerrand%202&limit=100&page=2'
  const page = await api.get(deep, { token })
  assert.equal(page.body.data.length, 100)
  assert.ok(linksOf(page).prev !== undefined)
})
