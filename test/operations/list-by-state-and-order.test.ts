import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf, followLinks, linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

// Several statuses at once, and other orders than the newest first: every page is read, and all
// together they are the records that the test itself picks and sorts.

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const [from, to] = [
  await records.fboAccount(organizationId),
  await records.fboAccount(organizationId),
]

const STORED = ['in_vault', 'on_hold', 'shipped', 'in_vault', 'delivered', 'withdrawn']
for (let number = 0; number < 60; number += 1) {
  await records.inventoryItem(organizationId, number % 7 === 0 ? to : from, {
    id: `item_${String((number * 37) % 60).padStart(2, '0')}`,
    status: STORED[number % STORED.length] as string,
    declaredValueCents: [5, 40, 300, 2_000, 10_000][number % 5] as number,
    createdAt: new Date(Date.parse('2026-01-02T00:00:00Z') + Math.floor(number / 4) * 60_000),
  })
}
const free = await sql<{ id: string }[]>`
  select id from inventory_items
  where organization_id = ${organizationId} and fbo_account_id = ${from} and status = 'in_vault'
  order by id limit 15`
const made: string[] = []
for (const [place, { id }] of free.slice(0, 10).entries()) {
  const entry = { inventoryItemId: id, reason: 'trade' }
  const body = { fromFboAccountId: from, toFboAccountId: to, items: [entry] }
  const created = await api.post('/v1/transfers', { token, body })
  assert.equal(created.status, 201, created.text)
  const transfer = created.body.data.id as string
  made.push(transfer)
  const verb = ['cancel', 'reject', undefined][place % 3]
  if (verb === undefined) continue
  const { token: by } = await records.token(organizationId)
  const ended = await api.post(`/v1/transfers/${transfer}/${verb}`, {
    token: verb === 'cancel' ? token : by,
    body: { reason: 'Not today' },
  })
  assert.equal(ended.status, 200, ended.text)
}
const shipped = await api.post('/v1/outbound-shipments', {
  token,
  body: { fboAccountId: from, items: free.slice(10).map(({ id }) => ({ inventoryItemId: id })) },
})
assert.equal(shipped.status, 201, shipped.text)

interface Entry {
  readonly id: string
  readonly status: string
  readonly createdAt: string
  readonly fboAccountId: string
  readonly declaredValueCents: string
}

const everything = async (list: string): Promise<readonly Entry[]> =>
  (await api.get(`${list}?limit=100`, { token })).body.data
const ITEMS = '/v1/inventory-items'
const TRANSFERS = '/v1/transfers'
const ALL: Readonly<Record<string, readonly Entry[]>> = {
  [ITEMS]: await everything(ITEMS),
  [TRANSFERS]: await everything(TRANSFERS),
}

const hasStatus =
  (...statuses: string[]) =>
  ({ status }: Entry) =>
    statuses.includes(status)

const CASES: [list: string, query: string, belongs: (entry: Entry) => boolean][] = [
  [ITEMS, 'status=on_hold,withdrawn', hasStatus('on_hold', 'withdrawn')],
  [ITEMS, 'status=withdrawn,on_hold,on_hold', hasStatus('on_hold', 'withdrawn')],
  [
    ITEMS,
    'status=in_vault,transfer_pending,shipment_pending',
    hasStatus('in_vault', 'transfer_pending', 'shipment_pending'),
  ],
  [ITEMS, 'status=transfer_pending,shipped', hasStatus('transfer_pending', 'shipped')],
  [
    ITEMS,
    'status=in_vault,transfer_pending,shipment_pending,on_hold,shipped,delivered,withdrawn',
    () => true,
  ],
  [
    ITEMS,
    `status=on_hold,shipped&fboAccountId=${from}`,
    (entry) => hasStatus('on_hold', 'shipped')(entry) && entry.fboAccountId === from,
  ],
  [TRANSFERS, 'status=pending,cancelled', hasStatus('pending', 'cancelled')],
  [TRANSFERS, 'status=rejected,cancelled,expired', hasStatus('rejected', 'cancelled')],
  [TRANSFERS, `status=rejected,pending&toFboAccountId=${to}`, hasStatus('rejected', 'pending')],
]

const keyOf = ({ createdAt, id }: Entry) => `${createdAt} ${id}`
const ORDERS: [sort: string, compare: (one: Entry, other: Entry) => number][] = [
  ['', (one, other) => (keyOf(one) < keyOf(other) ? 1 : -1)],
  ['&sort=-createdAt', (one, other) => (keyOf(one) < keyOf(other) ? 1 : -1)],
  ['&sort=createdAt', (one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)],
]

for (const [list, query, belongs] of CASES) {
  for (const [sort, compare] of ORDERS) {
    test(`${list}?${query}${sort}: its pages are the records that fit, each once`, async () => {
      const chosen = (ALL[list] ?? []).filter(belongs)
      const expected = chosen.toSorted(compare).map(({ id }) => id)
      assert.ok(expected.length > 3)
      await assertPages(`${list}?${query}${sort}`, expected)
    })
  }
}

for (const list of [ITEMS, TRANSFERS]) {
  test(`${list}?sort=createdAt: the oldest first; what is created meanwhile comes last`, async () => {
    const expected = (await everything(list)).map(({ id }) => id).toReversed()
    await assertPages(`${list}?sort=createdAt`, expected)
  })
}

const placeByValue = ({ declaredValueCents, id }: Entry) =>
  `${declaredValueCents.padStart(20)} ${id}`

for (const filter of ['', '&status=in_vault,on_hold,shipped', '&declaredValueFrom=300']) {
  test(`the items of an account by value${filter}, up and down`, async () => {
    const belongs = (item: Entry) =>
      item.fboAccountId === from &&
      (!filter.includes('status') || hasStatus('in_vault', 'on_hold', 'shipped')(item)) &&
      (!filter.includes('From') || Number(item.declaredValueCents) >= 300)
    const sorted = (ALL[ITEMS] ?? [])
      .filter(belongs)
      .toSorted((one, other) => (placeByValue(one) < placeByValue(other) ? -1 : 1))
    const expected = sorted.map(({ id }) => id)
    assert.ok(expected.length > 20)
    const list = `${ITEMS}?fboAccountId=${from}${filter}`
    await assertPages(`${list}&sort=declaredValueCents`, expected)
    await assertPages(`${list}&sort=-declaredValueCents`, expected.toReversed())
  })
}

test('Without an account, no list is sorted by value', async () => {
  const { status, body } = await api.get(`${ITEMS}?sort=-declaredValueCents&limit=0`, { token })
  assert.equal(status, 400)
  const details = body.errors.map(({ pointer, detail }: Record<string, string>) => [
    pointer,
    detail,
  ])
  const sentence =
    'sort=-declaredValueCents sorts the items of one account: send fboAccountId, too.'
  assert.deepEqual(details, [
    ['/limit', 'limit must be a whole number from 1 to 100.'],
    ['/sort', sentence],
  ])
})

test('A place by value in a cursor is checked', async () => {
  const first = await api.get(`${ITEMS}?fboAccountId=${from}&sort=-declaredValueCents&limit=2`, {
    token,
  })
  const next = linksOf(first).next as string
  const cursor = new URL(next, 'http://vault').searchParams.get('cursor') as string
  const content = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  for (const value of ['-1', '1.5', 5, null, '9223372036854775808', "1'"]) {
    content[5] = [value, 'item_1']
    const forged = Buffer.from(JSON.stringify(content)).toString('base64url')
    const { status } = await api.get(next.replace(cursor, forged), { token })
    assert.equal(status, 400, `${value}`)
  }
})

async function assertPages(path: string, expected: readonly string[]): Promise<void> {
  const forward = await followLinks(api, token, `${path}&limit=3`)
  assert.deepEqual(forward.flatMap(entriesOf), expected)
  const { next = path } = linksOf(forward.at(-2) ?? forward.at(-1)!)
  const back = await followLinks(api, token, next, { relation: 'prev' })
  assert.deepEqual(back.toReversed().flatMap(entriesOf), expected)
  // By its number, alone and counted from the first page that was read.
  const cursor = new URL(next, 'http://vault').searchParams.get('cursor')
  for (const from of ['', ...(cursor === null ? [] : [`&cursor=${cursor}`])]) {
    const second = await api.get(`${path}&limit=3&page=2${from}`, { token })
    assert.deepEqual(entriesOf(second), expected.slice(3, 6))
  }
}

test('Accounts are sorted by their creation, too', async () => {
  const listed = await api.get('/v1/fbo-accounts?sort=createdAt', { token })
  assert.deepEqual(entriesOf(listed), [from, to])
})

test('A cursor of another order or other statuses is refused', async () => {
  const first = await api.get(`${ITEMS}?status=on_hold,shipped&sort=createdAt&limit=2`, { token })
  const next = linksOf(first).next as string
  assert.equal((await api.get(next, { token })).status, 200)
  for (const other of [
    next.replace('sort=createdAt', 'sort=-createdAt'),
    next.replace('&sort=createdAt', ''),
    next.replace('on_hold%2Cshipped', 'on_hold'),
  ]) {
    assert.notEqual(other, next)
    const refused = await api.get(other, { token })
    assert.equal(refused.status, 400)
    const [{ pointer, detail }] = refused.body.errors
    assert.equal(pointer, '/cursor')
    assert.match(detail, /another list or to other filters/)
  }
})

test('Every violation is in one response, and says what to send', async () => {
  const query = 'status=on_hold,lost&sort=price&limit=0&cursor=x'
  const { status, body } = await api.get(`${ITEMS}?${query}`, { token })
  assert.equal(status, 400)
  const details = new Map(
    body.errors.map(({ pointer, detail }: Record<string, string>) => [pointer, detail]),
  )
  assert.deepEqual([...details.keys()].sort(), ['/cursor', '/limit', '/sort', '/status'])
  assert.match(details.get('/status') as string, /^status .* one or more of in_vault, .*commas\.$/)
  assert.match(details.get('/sort') as string, /^sort must be one of createdAt, -createdAt/)
  const twice = await api.get(`${ITEMS}?status=on_hold&status=shipped`, { token })
  assert.equal(twice.status, 400)
  assert.equal(twice.body.errors[0].detail, 'status is given more than once: send it once.')
})

test('The specified list takes one status and no sort', async () => {
  const path = '/v1/outbound-shipments'
  const { status, body } = await api.get(`${path}?status=packing,approved&sort=createdAt`, {
    token,
  })
  assert.equal(status, 400)
  const codes = body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
  assert.deepEqual(codes.sort(), ['/sort unknown_parameter', '/status invalid_parameter'])
})
