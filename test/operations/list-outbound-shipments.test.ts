import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const MINUTE = 60_000
const EPOCH = Date.parse('2026-01-02T03:04:05.678Z')

/** An organization of its own, with one account, a token, and `count` shipments: newest first. */
async function organizationWith(count: number) {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const fboAccountId = await records.fboAccount(organizationId)
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const createdAt = new Date(EPOCH + index * MINUTE)
    ids.unshift(await records.outboundShipment(organizationId, fboAccountId, { createdAt }))
  }
  const list = async (query: string) => {
    const response = await api.get(`/v1/outbound-shipments${query}`, { token })
    assert.equal(response.status, 200, response.text)
    return response
  }
  /** Ids of the page and its pagination: all that order and paging are about. */
  const page = async (query: string) => {
    const { data, pagination } = (await list(query)).body
    return { ids: data.map((shipment: { id: string }) => shipment.id), ...pagination }
  }
  return { organizationId, fboAccountId, ids, list, page }
}

test('List Outbound Shipments returns six members of each shipment, and pagination', async () => {
  const { organizationId, fboAccountId, list } = await organizationWith(0)
  const shipped = await records.outboundShipment(organizationId, fboAccountId, {
    status: 'shipped',
    shippedAt: new Date('2026-03-01T00:00:00.001Z'),
    createdAt: new Date('2026-02-01T10:00:00.000Z'),
  })
  const packing = await records.outboundShipment(organizationId, fboAccountId, {
    createdAt: new Date('2026-02-01T09:59:59.999Z'),
  })
  const response = await list('')
  const expected = {
    data: [
      {
        id: shipped,
        fboAccountId,
        organizationId,
        status: 'shipped',
        shippedAt: 1772323200001,
        createdAt: '2026-02-01T10:00:00.000Z',
      },
      {
        id: packing,
        fboAccountId,
        organizationId,
        status: 'packing',
        shippedAt: null,
        createdAt: '2026-02-01T09:59:59.999Z',
      },
    ],
    pagination: { page: 1, hasMore: false },
  }
  assert.equal(response.text, JSON.stringify(expected))
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
})

test('Results per page is 25 by default', async () => {
  const { ids, page } = await organizationWith(26)
  assert.deepEqual(await page(''), { ids: ids.slice(0, 25), page: 1, hasMore: true })
  assert.deepEqual(await page('?page=2'), { ids: ids.slice(25), page: 2, hasMore: false })
})

test('Results per page may be 1 to 100', async () => {
  const { ids, page } = await organizationWith(101)
  assert.deepEqual(await page('?limit=100'), { ids: ids.slice(0, 100), page: 1, hasMore: true })
  assert.deepEqual(await page('?limit=1'), { ids: ids.slice(0, 1), page: 1, hasMore: true })
  const last = { ids: ids.slice(100), page: 2, hasMore: false }
  assert.deepEqual(await page('?page=2&limit=100'), last)
  assert.deepEqual(await page('?page=101&limit=1'), {
    ids: ids.slice(100),
    page: 101,
    hasMore: false,
  })
})

test('The newest come first; those of one moment are ordered by id', async () => {
  const { organizationId, fboAccountId, page } = await organizationWith(0)
  const createdAt = new Date(EPOCH)
  const same = ['Z', 'a', '_', '0', '-', 'A', 'z']
  for (const id of same) {
    await records.outboundShipment(organizationId, fboAccountId, { id, createdAt })
  }
  await records.outboundShipment(organizationId, fboAccountId, {
    id: 'newest',
    createdAt: new Date(EPOCH + 1),
  })
  await records.outboundShipment(organizationId, fboAccountId, {
    id: 'oldest',
    createdAt: new Date(EPOCH - 1),
  })
  const order = ['newest', 'z', 'a', '_', 'Z', 'A', '0', '-', 'oldest']
  assert.deepEqual((await page('')).ids, order)
  const listed = []
  for (let number = 1; number <= 5; number += 1) {
    listed.push(...(await page(`?limit=2&page=${number}`)).ids)
  }
  assert.deepEqual(listed, order)
})

test('status filters by each of the six statuses', async () => {
  const { organizationId, fboAccountId, page } = await organizationWith(0)
  const statuses = ['packing', 'inspecting', 'pending_approval', 'approved', 'shipped', 'delivered']
  for (const status of statuses) {
    assert.deepEqual(await page(`?status=${status}`), { ids: [], page: 1, hasMore: false })
    const left = status === 'shipped' || status === 'delivered'
    const shippedAt = left ? new Date(EPOCH) : null
    const id = await records.outboundShipment(organizationId, fboAccountId, { status, shippedAt })
    assert.deepEqual(await page(`?status=${status}`), { ids: [id], page: 1, hasMore: false })
  }
  assert.equal((await page('')).ids.length, 6)
})

test('fboAccountId filters alone and together with status', async () => {
  const { organizationId, fboAccountId, ids, page } = await organizationWith(2)
  const second = await records.fboAccount(organizationId)
  const packing = await records.outboundShipment(organizationId, second)
  const approved = await records.outboundShipment(organizationId, second, {
    status: 'approved',
    createdAt: new Date(EPOCH),
  })
  assert.deepEqual((await page(`?fboAccountId=${fboAccountId}`)).ids, ids)
  assert.deepEqual((await page(`?fboAccountId=${second}`)).ids, [packing, approved])
  const both = await page(`?fboAccountId=${second}&status=approved`)
  assert.deepEqual(both, { ids: [approved], page: 1, hasMore: false })
  const first = await page(`?limit=1&page=1&status=packing&fboAccountId=${fboAccountId}`)
  assert.deepEqual(first, { ids: ids.slice(0, 1), page: 1, hasMore: true })
  const none = await page(`?fboAccountId=${fboAccountId}&status=approved`)
  assert.deepEqual(none, { ids: [], page: 1, hasMore: false })
})

test('Cancelled shipments are omitted, and cancelled=true lists them alone', async () => {
  const { organizationId, fboAccountId, ids, list, page } = await organizationWith(3)
  const second = await records.fboAccount(organizationId)
  const cancelled = (columns: { status: string; minute: number }, account = fboAccountId) =>
    records.outboundShipment(organizationId, account, {
      status: columns.status,
      createdAt: new Date(EPOCH + columns.minute * MINUTE),
      cancelledAt: new Date(EPOCH + MINUTE),
      cancellationReason: 'The owner keeps it',
    })
  const old = await cancelled({ status: 'packing', minute: -1 })
  const middle = await cancelled({ status: 'approved', minute: 1 }, second)
  const recent = await cancelled({ status: 'packing', minute: 9 })
  const held = { heldAt: new Date(EPOCH), holdReason: 'Address to be confirmed' }
  const onHold = await records.outboundShipment(organizationId, second, {
    ...held,
    createdAt: new Date(EPOCH + 10 * MINUTE),
  })
  const going = [onHold, ...ids]
  assert.deepEqual(await page(''), { ids: going, page: 1, hasMore: false })
  assert.deepEqual(await page('?cancelled=false'), { ids: going, page: 1, hasMore: false })
  assert.deepEqual(await page('?limit=4'), { ids: going, page: 1, hasMore: false })
  assert.deepEqual((await page('?status=packing')).ids, going)
  assert.deepEqual((await page(`?fboAccountId=${second}`)).ids, [onHold])
  assert.deepEqual((await page('?status=approved')).ids, [])

  const gone = [recent, middle, old]
  assert.deepEqual(await page('?cancelled=true'), { ids: gone, page: 1, hasMore: false })
  const paged = await page('?cancelled=true&limit=2&page=1')
  assert.deepEqual(paged, { ids: gone.slice(0, 2), page: 1, hasMore: true })
  assert.deepEqual((await page('?cancelled=true&limit=2&page=2')).ids, gone.slice(2))
  assert.deepEqual((await page('?cancelled=true&status=packing')).ids, [recent, old])
  const both = `?cancelled=true&status=approved&fboAccountId=${second}`
  assert.deepEqual((await page(both)).ids, [middle])
  assert.deepEqual((await page(`?cancelled=true&fboAccountId=${fboAccountId}`)).ids, [recent, old])

  const { data } = (await list('?cancelled=true&limit=1')).body
  const six = ['id', 'fboAccountId', 'organizationId', 'status', 'shippedAt', 'createdAt']
  assert.deepEqual(Object.keys(data[0]), six)
})

test('It takes one status, and no order of its own', async () => {
  const { token } = await records.token(await records.organization())
  const query = 'status=packing,approved&sort=createdAt'
  const { status, body } = await api.get(`/v1/outbound-shipments?${query}`, { token })
  assert.equal(status, 400)
  const codes = body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
  assert.deepEqual(codes.sort(), ['/sort unknown_parameter', '/status invalid_parameter'])
})
