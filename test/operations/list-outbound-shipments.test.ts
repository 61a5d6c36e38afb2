import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/reads/desk.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records } = vault
const MINUTE = 60_000
const EPOCH = Date.parse('2026-01-02T03:04:05.678Z')
const STATUSES = ['packing', 'inspecting', 'pending_approval', 'approved', 'shipped', 'delivered']
const LIST = '/v1/outbound-shipments'

/** An organization of its own, with an account, a token, and `count` shipments: newest first. */
async function organizationWith(count: number) {
  const desk = await openDesk(vault)
  const { organizationId, account: fboAccountId, token } = desk
  /** A shipment that was created in that minute; its id. */
  const create = (minute: number, columns = {}, account = fboAccountId) => {
    const createdAt = new Date(EPOCH + minute * MINUTE)
    return records.outboundShipment(organizationId, account, { createdAt, ...columns })
  }
  const ids: string[] = []
  for (let minute = 0; minute < count; minute += 1) ids.unshift(await create(minute))
  /** Fails unless the page has these ids, in this order. */
  const assertPage = async (query: string, expected: readonly string[], more = {}) => {
    const { body, text } = await vault.api.get(`${LIST}${query}`, { token })
    assert.ok(Array.isArray(body.data), text)
    const found = body.data.map((shipment: { id: string }) => shipment.id)
    const page = { ids: expected, page: 1, hasMore: false, ...more }
    assert.deepEqual({ ids: found, ...body.pagination }, page, query)
  }
  return { ...desk, fboAccountId, ids, create, assertPage }
}

test('List Outbound Shipments returns six members of each shipment, and pagination', async () => {
  const { organizationId, fboAccountId, create, shows } = await organizationWith(0)
  const shipped = await create(0, {
    status: 'shipped',
    shippedAt: new Date('2026-03-01T00:00:00.001Z'),
    createdAt: new Date('2026-02-01T10:00:00.000Z'),
  })
  const packing = await create(0, { createdAt: new Date('2026-02-01T09:59:59.999Z') })
  const page = [
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
  ]
  await shows({ path: LIST, page })
})

test('Results per page is 25 by default, and may be 1 to 100', async () => {
  const { ids, assertPage } = await organizationWith(101)
  await assertPage('', ids.slice(0, 25), { hasMore: true })
  await assertPage('?page=5', ids.slice(100), { page: 5 })
  await assertPage('?limit=100', ids.slice(0, 100), { hasMore: true })
  await assertPage('?limit=1', ids.slice(0, 1), { hasMore: true })
  await assertPage('?page=2&limit=100', ids.slice(100), { page: 2 })
  await assertPage('?page=101&limit=1', ids.slice(100), { page: 101 })
})

test('The newest come first; those of one moment are ordered by id', async () => {
  const { create, shows } = await organizationWith(0)
  for (const id of ['Z', 'a', '_', '0', '-', 'A', 'z']) await create(0, { id })
  await create(0, { id: 'newest', createdAt: new Date(EPOCH + 1) })
  await create(0, { id: 'oldest', createdAt: new Date(EPOCH - 1) })
  await shows({ path: LIST, ids: ['newest', 'z', 'a', '_', 'Z', 'A', '0', '-', 'oldest'] })
})

test('status filters by each of the six statuses', async () => {
  const { create, assertPage } = await organizationWith(0)
  const ids: string[] = []
  for (const status of STATUSES) {
    await assertPage(`?status=${status}`, [])
    const left = status === 'shipped' || status === 'delivered'
    ids.unshift(await create(ids.length, { status, shippedAt: left ? new Date(EPOCH) : null }))
    await assertPage(`?status=${status}`, ids.slice(0, 1))
  }
  await assertPage('', ids)
})

test('fboAccountId filters alone and together with status', async () => {
  const { organizationId, fboAccountId, ids, create, assertPage } = await organizationWith(2)
  const second = await records.fboAccount(organizationId)
  const packing = await create(1, {}, second)
  const approved = await create(0, { status: 'approved' }, second)
  await assertPage(`?fboAccountId=${fboAccountId}`, ids)
  await assertPage(`?fboAccountId=${second}`, [packing, approved])
  await assertPage(`?fboAccountId=${second}&status=approved`, [approved])
  const first = `?limit=1&page=1&status=packing&fboAccountId=${fboAccountId}`
  await assertPage(first, ids.slice(0, 1), { hasMore: true })
  await assertPage(`?fboAccountId=${fboAccountId}&status=approved`, [])
})

test('Cancelled shipments are omitted, and cancelled=true lists them alone', async () => {
  const { organizationId, fboAccountId, ids, create, assertPage, send } = await organizationWith(3)
  const second = await records.fboAccount(organizationId)
  const cancelled = { cancelledAt: new Date(EPOCH), cancellationReason: 'The owner keeps it' }
  const old = await create(-1, cancelled)
  const middle = await create(1, { status: 'approved', ...cancelled }, second)
  const recent = await create(9, cancelled)
  const held = { heldAt: new Date(EPOCH), holdReason: 'Address to be confirmed' }
  const onHold = await create(10, held, second)
  const going = [onHold, ...ids]
  for (const query of ['', '?cancelled=false', '?limit=4', '?status=packing']) {
    await assertPage(query, going)
  }
  await assertPage(`?fboAccountId=${second}`, [onHold])
  await assertPage('?status=approved', [])

  await assertPage('?cancelled=true', [recent, middle, old])
  await assertPage('?cancelled=true&limit=2&page=1', [recent, middle], { hasMore: true })
  await assertPage('?cancelled=true&limit=2&page=2', [old], { page: 2 })
  await assertPage('?cancelled=true&status=packing', [recent, old])
  await assertPage(`?cancelled=true&status=approved&fboAccountId=${second}`, [middle])
  await assertPage(`?cancelled=true&fboAccountId=${fboAccountId}`, [recent, old])

  const [first] = await send('GET', '/outbound-shipments?cancelled=true&limit=1')
  const six = ['id', 'fboAccountId', 'organizationId', 'status', 'shippedAt', 'createdAt']
  assert.deepEqual(Object.keys(first), six)
})

test('It takes one status, and no order of its own', async () => {
  const { api, token } = await organizationWith(0)
  const query = 'status=packing,approved&sort=createdAt'
  const { status, body } = await api.get(`${LIST}?${query}`, { token })
  assert.equal(status, 400)
  const codes = body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
  assert.deepEqual(codes.sort(), ['/sort unknown_parameter', '/status invalid_parameter'])
})
