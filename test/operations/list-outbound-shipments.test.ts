import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/reads/desk.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { entriesOf, followLinks, linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

// Its filters are rows of reads.test.ts.

const vault = await openVault()
const { api, records, sql, url } = vault
const MINUTE = 60_000
const EPOCH = Date.parse('2026-01-02T03:04:05.678Z')
const LIST = '/v1/outbound-shipments'

const moveOn = (id: string | undefined) =>
  sql`update outbound_shipments set status = 'inspecting' where id = ${id as string}`
const next = (response: ApiResponse) => linksOf(response).next as string
const prev = (response: ApiResponse) => linksOf(response).prev as string

/** An organization of its own, with an account, a token, and `count` shipments: newest first. */
async function organizationWith(count: number) {
  const desk = await openDesk(vault)
  const { organizationId, account: fboAccountId, token } = desk
  /** A shipment that was created in that minute; its id. */
  const create = (minute: number, columns = {}) => {
    const createdAt = new Date(EPOCH + minute * MINUTE)
    return records.outboundShipment(organizationId, fboAccountId, { createdAt, ...columns })
  }
  const ids: string[] = []
  for (let minute = 0; minute < count; minute += 1) ids.unshift(await create(minute))
  const get = async (path: string) => {
    const response = await api.get(path, { token })
    assert.equal(response.status, 200, response.text)
    return response
  }
  return { ...desk, fboAccountId, ids, create, get }
}

test('List Outbound Shipments returns six members of each shipment, and pagination', async () => {
  const { organizationId, fboAccountId, create, shows } = await organizationWith(0)
  const left = { status: 'shipped', shippedAt: new Date('2026-03-01T00:00:00.001Z') }
  const shipped = await create(1, left)
  const packing = await create(0)
  const common = { fboAccountId, organizationId }
  const createdAt = (minute: number) => new Date(EPOCH + minute * MINUTE).toISOString()
  const page = [
    {
      ...{ id: shipped, ...common },
      ...{ status: 'shipped', shippedAt: 1772323200001, createdAt: createdAt(1) },
    },
    {
      ...{ id: packing, ...common },
      ...{ status: 'packing', shippedAt: null, createdAt: createdAt(0) },
    },
  ]
  await shows({ path: LIST, page })
})

test('The newest come first; those of one moment are ordered by id', async () => {
  const { create, shows } = await organizationWith(0)
  for (const id of ['Z', 'a', '_', '0', '-', 'A', 'z']) await create(0, { id })
  await create(0, { id: 'newest', createdAt: new Date(EPOCH + 1) })
  await create(0, { id: 'oldest', createdAt: new Date(EPOCH - 1) })
  await shows({ path: LIST, ids: ['newest', 'z', 'a', '_', 'Z', 'A', '0', '-', 'oldest'] })
})

test('Link has first, prev and next, with every parameter of the request and cursor last', async () => {
  const { fboAccountId, ids, get } = await organizationWith(3)
  const query = `cancelled=false&fboAccountId=${fboAccountId}&status=packing&limit=1`
  const first = await get(`${LIST}?${query}`)
  const cursor = /cursor=[\w-]+/g
  const sent = `limit=1&status=packing&fboAccountId=${fboAccountId}&cancelled=false&cursor`
  assert.equal(
    first.headers.get('link')?.replaceAll(cursor, 'cursor'),
    `<${LIST}?page=1&${sent}>; rel="first", <${LIST}?page=2&${sent}>; rel="next"`,
  )
  const second = await get(next(first))
  assert.equal(
    second.headers.get('link')?.replaceAll(cursor, 'cursor'),
    `<${LIST}?page=1&${sent}>; rel="first", <${LIST}?page=1&${sent}>; rel="prev", ` +
      `<${LIST}?page=3&${sent}>; rel="next"`,
  )
  assert.deepEqual(entriesOf(second), [ids[1]])
  // The links name defaults too, so that a later default does not change paging under way.
  const { ids: many, get: plain } = await organizationWith(26)
  assert.match(next(await plain(LIST)), new RegExp(`^${LIST}\\?page=2&limit=25&cursor=[\\w-]+$`))
  assert.deepEqual(entriesOf(await plain(next(await plain(LIST)))), many.slice(25))
})

test('Paging continues at the place of the last row, even if that row has moved', async () => {
  const { token, ids } = await organizationWith(7)
  const met = await followLinks(api, token, `${LIST}?limit=2&status=packing`, {
    between: async (page) => {
      if (page === 1) await moveOn(ids[1])
      if (page === 2) await moveOn(ids[5])
    },
  })
  assert.deepEqual(met.flatMap(entriesOf), [...ids.slice(0, 5), ids[6]])
})

test('With a status filter, a shipment that enters it ahead of the page is listed once, one behind is not', async () => {
  const { token, ids } = await organizationWith(6)
  for (const id of [ids[0], ids[5]]) await moveOn(id)
  const met = await followLinks(api, token, `${LIST}?limit=2&status=packing`, {
    between: async (page) => {
      if (page > 1) return
      await sql`update outbound_shipments set status = 'packing' where id = any(${ids})`
    },
  })
  assert.deepEqual(met.flatMap(entriesOf), ids.slice(1))
})

test('Paging back past page 1 continues to rows committed late, each once', async () => {
  const { token, ids, create, get } = await organizationWith(4)
  const third = await get(next(await get(next(await get(`${LIST}?limit=1`)))))
  const late = await create(2.5)
  assert.deepEqual(entriesOf(third), [ids[2]])
  const back = await followLinks(api, token, prev(third), { relation: 'prev' })
  assert.deepEqual(back.flatMap(entriesOf), [ids[1], late, ids[0]])
  assert.deepEqual(
    back.map(({ body }) => body.pagination.page),
    [2, 1, 1],
  )
})

test('An empty page before a row has hasMore, and next leads to the rows', async () => {
  const { ids, get } = await organizationWith(4)
  const second = await get(next(await get(`${LIST}?limit=2&status=packing`)))
  for (const id of ids.slice(0, 2)) await moveOn(id)
  const empty = await get(prev(second))
  assert.deepEqual(empty.body, { data: [], pagination: { page: 1, hasMore: true } })
  assert.deepEqual(entriesOf(await get(next(empty))), ids.slice(2))
  for (const id of ids.slice(2)) await moveOn(id)
  const over = await get(prev(second))
  assert.deepEqual(over.body, { data: [], pagination: { page: 1, hasMore: false } })
})

test('A page before a row has no next if nothing follows any longer', async () => {
  const { ids, get } = await organizationWith(4)
  const second = await get(next(await get(`${LIST}?limit=2&status=packing`)))
  for (const id of ids.slice(2)) await moveOn(id)
  const back = await get(prev(second))
  assert.deepEqual(entriesOf(back), ids.slice(0, 2))
  assert.deepEqual(back.body.pagination, { page: 1, hasMore: false })
})

test('A cursor alone returns the first page of its time; without it the list is current', async () => {
  const { ids, create, get } = await organizationWith(3)
  const cursor = new URL(next(await get(`${LIST}?limit=1`)), url).searchParams.get('cursor')
  const newest = await create(9)
  assert.deepEqual(entriesOf(await get(`${LIST}?cursor=${cursor}`)), ids)
  assert.deepEqual(entriesOf(await get(LIST)), [newest, ...ids])
})

test('The highest page number has no next page', async () => {
  const { get } = await organizationWith(3)
  const link = next(await get(`${LIST}?limit=1`))
  const cursor = new URL(link, url).searchParams.get('cursor') as string
  const content = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  content[2] = 999_999_999_999_999
  const made = Buffer.from(JSON.stringify(content)).toString('base64url')
  const response = await get(`${LIST}?page=999999999999999&limit=1&cursor=${made}`)
  assert.equal(response.body.pagination.hasMore, true)
  assert.deepEqual(Object.keys(linksOf(response)), ['first', 'prev'])
})
