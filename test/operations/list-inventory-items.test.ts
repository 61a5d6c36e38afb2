import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ITEM_STATUSES } from '../../src/inventory-items/inventory-item.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

interface Stored {
  readonly id: string
  readonly status: string
  readonly fboAccountId: string
  readonly createdAt: string
}

// Two accounts, every status, groups of items created at one moment, ids not in order of time.
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const accounts = [
  await records.fboAccount(organizationId),
  await records.fboAccount(organizationId),
]
const stored = (await storeItems()).toSorted(newestFirst)
// With statistics PostgreSQL sorts so few rows, and does not just follow an index in order.
await sql`analyze inventory_items`

async function storeItems(): Promise<Stored[]> {
  const items: Stored[] = []
  for (let number = 0; number < 60; number += 1) {
    const status = ITEM_STATUSES[number % ITEM_STATUSES.length] as string
    if (status === 'transfer_pending') continue
    const fboAccountId = accounts[number % 5 === 0 ? 1 : 0] as string
    const createdAt = new Date(
      Date.UTC(2026, 0, 1 + Math.floor(((number * 7) % 60) / 4)),
    ).toISOString()
    const claim =
      status === 'shipment_pending'
        ? { activeShipmentId: await records.outboundShipment(organizationId, fboAccountId) }
        : {}
    const columns = { status, createdAt, ...claim }
    const id = await records.inventoryItem(organizationId, fboAccountId, columns)
    items.push({ id, status, fboAccountId, createdAt })
  }
  return items
}

function newestFirst(a: Stored, b: Stored): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return a.id < b.id ? 1 : -1
}

const list = (query: string) => api.get(`/v1/inventory-items?${query}`, { token })

/** The items that a query lists, read in pages of that many. */
async function allPages(query: string, limit: number): Promise<Stored[]> {
  const found: Stored[] = []
  for (let page = 1; ; page += 1) {
    const { status, body, text } = await list(`${query}&page=${page}&limit=${limit}`)
    assert.equal(status, 200, text)
    assert.equal(body.pagination.page, page)
    found.push(...body.data)
    if (!body.pagination.hasMore) return found
    assert.equal(body.data.length, limit)
  }
}

const seen = (items: readonly Stored[]) =>
  items.map(({ id, status, fboAccountId, createdAt }) => ({ id, status, fboAccountId, createdAt }))

test('Items are listed newest first, those of one moment by id, 25 by default', async () => {
  const response = await withoutWriting(records, () => list(''))
  assert.equal(response.status, 200)
  assert.deepEqual(response.body.pagination, { page: 1, hasMore: true })
  assert.deepEqual(seen(response.body.data), stored.slice(0, 25))
  for (const { id, ...item } of response.body.data) {
    const single = await api.get(`/v1/inventory-items/${id}`, { token })
    const { evidence: _, ...shown } = single.body.data
    assert.equal(JSON.stringify({ id, ...item }), JSON.stringify(shown))
  }
})

test('status, account and time of creation filter alone and together', async () => {
  const [first, second] = accounts as [string, string]
  const from = '2026-01-05T00:00:00Z'
  const before = '2026-01-09T02:00:00%2B02:00'
  const inSpan = ({ createdAt }: Stored) =>
    createdAt >= '2026-01-05T00:00:00.000Z' && createdAt < '2026-01-09T00:00:00.000Z'
  const rows: [query: string, wanted: (item: Stored) => boolean][] = [
    ...ITEM_STATUSES.map((status): [string, (item: Stored) => boolean] => [
      `status=${status}`,
      (item) => item.status === status,
    ]),
    [`fboAccountId=${first}`, (item) => item.fboAccountId === first],
    [`fboAccountId=${second}`, (item) => item.fboAccountId === second],
    ['fboAccountId=fbo_nobody', () => false],
    [`createdFrom=${from}`, ({ createdAt }) => createdAt >= '2026-01-05T00:00:00.000Z'],
    [`createdBefore=${before}`, ({ createdAt }) => createdAt < '2026-01-09T00:00:00.000Z'],
    [`createdFrom=${from}&createdBefore=${before}`, inSpan],
    [
      `status=on_hold&fboAccountId=${first}&createdFrom=${from}&createdBefore=${before}`,
      (item) => item.status === 'on_hold' && item.fboAccountId === first && inSpan(item),
    ],
    [`createdFrom=${before}&createdBefore=${from}`, () => false],
  ]
  for (const [query, wanted] of rows) {
    assert.deepEqual(seen(await allPages(query, 3)), stored.filter(wanted), query)
  }
})

test('An item of an expired transfer is listed as in_vault', async () => {
  const setup = await TransferSetup.open(vault)
  const transfer = await setup.transfer()
  const listed = async (status: string) => {
    const query = `/v1/inventory-items?status=${status}`
    const { body } = await api.get(query, { token: setup.creator.token })
    return body.data.map(({ id }: Stored) => id).toSorted()
  }
  assert.deepEqual(await listed('transfer_pending'), transfer.itemIds.toSorted())
  assert.deepEqual(await listed('in_vault'), [])
  await setup.expire(transfer.id)
  assert.deepEqual(await listed('transfer_pending'), [])
  assert.deepEqual(await listed('in_vault'), transfer.itemIds.toSorted())
  const [batch] = await sql`select status from transfer_batches where id = ${transfer.id}`
  assert.equal(batch?.status, 'expired')
})
