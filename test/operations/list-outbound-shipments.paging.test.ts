import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { entriesOf, followLinks, linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql, url } = await openVault()
const PATH = '/v1/outbound-shipments'
const MINUTE = 60_000
const EPOCH = Date.parse('2026-01-02T03:04:05.678Z')

/** An organization of its own with so many shipments, of which the newest is the first. */
async function organizationWith(count: number) {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const fboAccountId = await records.fboAccount(organizationId)
  const create = (minute: number) => {
    const createdAt = new Date(EPOCH + minute * MINUTE)
    return records.outboundShipment(organizationId, fboAccountId, { createdAt })
  }
  const ids: string[] = []
  for (let minute = 0; minute < count; minute += 1) ids.unshift(await create(minute))
  const get = async (path: string) => {
    const response = await api.get(path, { token })
    assert.equal(response.status, 200, response.text)
    return response
  }
  return { fboAccountId, token, ids, create, get }
}

const moveOn = (id: string | undefined) =>
  sql`update outbound_shipments set status = 'inspecting' where id = ${id as string}`
const cancel = (id: string | undefined) => sql`
  update outbound_shipments set cancelled_at = now(), cancellation_reason = 'Entered twice'
  where id = ${id as string}`
const next = (response: ApiResponse) => linksOf(response).next as string
const prev = (response: ApiResponse) => linksOf(response).prev as string

test('Link has first, prev and next, with every parameter of the request and cursor last', async () => {
  const { fboAccountId, ids, get } = await organizationWith(3)
  const query = `cancelled=false&fboAccountId=${fboAccountId}&status=packing&limit=1`
  const first = await get(`${PATH}?${query}`)
  const cursor = /cursor=[\w-]+/g
  const sent = `limit=1&status=packing&fboAccountId=${fboAccountId}&cancelled=false&cursor`
  assert.equal(
    first.headers.get('link')?.replaceAll(cursor, 'cursor'),
    `<${PATH}?page=1&${sent}>; rel="first", <${PATH}?page=2&${sent}>; rel="next"`,
  )
  const second = await get(next(first))
  assert.equal(
    second.headers.get('link')?.replaceAll(cursor, 'cursor'),
    `<${PATH}?page=1&${sent}>; rel="first", <${PATH}?page=1&${sent}>; rel="prev", ` +
      `<${PATH}?page=3&${sent}>; rel="next"`,
  )
  assert.deepEqual(entriesOf(second), [ids[1]])
  // The links name defaults too, so that a later default does not change paging under way.
  const { ids: many, get: plain } = await organizationWith(26)
  assert.match(next(await plain(PATH)), new RegExp(`^${PATH}\\?page=2&limit=25&cursor=[\\w-]+$`))
  assert.deepEqual(entriesOf(await plain(next(await plain(PATH)))), many.slice(25))
})

test('Paging continues at the place of the last row, even if that row has moved', async () => {
  const { token, ids } = await organizationWith(7)
  const met = await followLinks(api, token, `${PATH}?limit=2&status=packing`, {
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
  const met = await followLinks(api, token, `${PATH}?limit=2&status=packing`, {
    between: async (page) => {
      if (page > 1) return
      await sql`update outbound_shipments set status = 'packing' where id = any(${ids})`
    },
  })
  assert.deepEqual(met.flatMap(entriesOf), ids.slice(1))
})

test('A shipment cancelled before its page is read is omitted, and no other', async () => {
  const { token, ids } = await organizationWith(6)
  const met = await followLinks(api, token, `${PATH}?limit=2`, {
    between: async (page) => page === 1 && (await Promise.all([ids[1], ids[4]].map(cancel))),
  })
  assert.deepEqual(met.flatMap(entriesOf), [...ids.slice(0, 4), ids[5]])
})

test('Paging back past page 1 continues to rows committed late, each once', async () => {
  const { token, ids, create, get } = await organizationWith(4)
  const third = await get(next(await get(next(await get(`${PATH}?limit=1`)))))
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
  const second = await get(next(await get(`${PATH}?limit=2&status=packing`)))
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
  const second = await get(next(await get(`${PATH}?limit=2&status=packing`)))
  for (const id of ids.slice(2)) await moveOn(id)
  const back = await get(prev(second))
  assert.deepEqual(entriesOf(back), ids.slice(0, 2))
  assert.deepEqual(back.body.pagination, { page: 1, hasMore: false })
})

test('A cursor alone returns the first page of its time; without it the list is current', async () => {
  const { ids, create, get } = await organizationWith(3)
  const cursor = new URL(next(await get(`${PATH}?limit=1`)), url).searchParams.get('cursor')
  const newest = await create(9)
  assert.deepEqual(entriesOf(await get(`${PATH}?cursor=${cursor}`)), ids)
  assert.deepEqual(entriesOf(await get(PATH)), [newest, ...ids])
})

test('The highest page number has no next page', async () => {
  const { get } = await organizationWith(3)
  const link = next(await get(`${PATH}?limit=1`))
  const cursor = new URL(link, url).searchParams.get('cursor') as string
  const content = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  content[2] = 999_999_999_999_999
  const made = Buffer.from(JSON.stringify(content)).toString('base64url')
  const response = await get(`${PATH}?page=999999999999999&limit=1&cursor=${made}`)
  assert.equal(response.body.pagination.hasMore, true)
  assert.deepEqual(Object.keys(linksOf(response)), ['first', 'prev'])
})
