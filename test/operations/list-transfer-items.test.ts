import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const setup = await TransferSetup.open(vault)
const { creator, approver, source, destination } = setup
const { token } = approver

const list = (id: string, query = '') => api.get(`/v1/transfers/${id}/items${query}`, { token })

test('The items of a batch are listed in the order of the request', async () => {
  const [first, second, third] = (await setup.items(3)) as [string, string, string]
  const items = [
    { inventoryItemId: third, reason: 'trade' },
    { inventoryItemId: first, reason: 'request' },
    { inventoryItemId: second, reason: 'rebalance' },
  ]
  const body = { fromFboAccountId: source, toFboAccountId: destination, items }
  const { id } = (await api.post('/v1/transfers', { token: creator.token, body })).body.data
  const response = await withoutWriting(records, () => list(id))
  assert.equal(response.status, 200)
  const page = {
    data: items.map((item, index) => ({ position: index + 1, ...item })),
    pagination: { page: 1, hasMore: false },
  }
  assert.equal(response.text, JSON.stringify(page))
  assert.equal((await setup.approve(id)).status, 200)
  assert.equal((await list(id)).text, response.text, 'also when it is over')
})

test('A thousand items are read page by page, each once', async () => {
  const itemIds = await setup.items(1_000)
  const { id } = await setup.transfer({ itemIds: itemIds.toReversed() })
  const found: string[] = []
  for (let page = 1; page <= 10; page += 1) {
    const { body } = await list(id, `?page=${page}&limit=100`)
    assert.deepEqual(body.pagination, { page, hasMore: page < 10 })
    found.push(...body.data.map((item: { inventoryItemId: string }) => item.inventoryItemId))
  }
  assert.deepEqual(found, itemIds.toReversed())
})

test('The first page has 25 items by default, and hasMore is exact', async () => {
  for (const [count, hasMore] of [
    [25, false],
    [26, true],
  ] as const) {
    const { id } = await setup.transfer({ itemIds: await setup.items(count) })
    const { body } = await list(id)
    assert.equal(body.data.length, 25)
    assert.deepEqual(body.pagination, { page: 1, hasMore })
  }
})

test('A page past the end is empty, however far', async () => {
  const { id } = await setup.transfer()
  for (const page of [2, 999_999_999_999_999]) {
    const response = await list(id, `?page=${page}&limit=100`)
    assert.equal(response.text, JSON.stringify({ data: [], pagination: { page, hasMore: false } }))
  }
})

test('Unknown or invalid parameters of List Transfer Items are refused', async () => {
  const { id } = await setup.transfer()
  const rows: [string, string, 'unknown_parameter' | 'invalid_parameter', string][] = [
    [
      '?status=x',
      '/status',
      'unknown_parameter',
      'status is not a query parameter of this operation. It has: page, limit, cursor.',
    ],
    ['?limit=101', '/limit', 'invalid_parameter', 'limit must be a whole number from 1 to 100.'],
    ['?limit=0', '/limit', 'invalid_parameter', 'limit must be a whole number from 1 to 100.'],
    [
      '?page=0',
      '/page',
      'invalid_parameter',
      'page must be a whole number from 1 to 999999999999999.',
    ],
    ['?page=one', '/page', 'invalid_parameter', 'page must be a plain decimal whole number.'],
    ['?page=1&page=2', '/page', 'invalid_parameter', 'page is given more than once: send it once.'],
  ]
  for (const [query, pointer, code, detail] of rows) {
    assertRefused(await list(id, query), {
      status: 400,
      code,
      detail,
      instance: `/v1/transfers/${id}/items`,
      errors: [{ pointer, in: 'query', code, detail }],
    })
  }
})

test('An unknown, malformed or foreign batch id is not found', async () => {
  const other = await TransferSetup.open(vault)
  const foreign = await other.transfer()
  for (const segment of [foreign.id, 'xfer_nobody', '%00', 'a%2Fb', 'x'.repeat(65), 'ö']) {
    for (const query of ['', '?page=7']) {
      const response = await withoutWriting(records, () => list(segment, query))
      assertRefused(response, {
        status: 404,
        code: 'transfer_batch_not_found',
        detail: 'The organization has no transfer batch with this id: check the id.',
        instance: response.body.instance,
      })
    }
  }
})
