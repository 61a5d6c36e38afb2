import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeysetPages } from '../../src/database/keyset-page.ts'
import type { RequestDatabase } from '../../src/database/request-database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { NEWEST_FIRST, type PageRequest, type RowKey } from '../../src/domain/pagination.ts'
import { type EventFilters, findEvents } from '../../src/history/events/find-events.store.ts'
import { freshDatabase } from '../support/vault/vault.ts'

// A list that belongs to a record, in an order of two columns.

const { sql } = await freshDatabase()
await sql`create table records as select 'org_1' as organization_id, unnest(array['a', 'b']) as id`
await sql`
  create table entries as
  select 'a' as record_id, place, part from generate_series(1, 2) as place,
    generate_series(1, 3) as part`

const caller: Caller = { organizationId: 'org_1', tokenId: 'tok_1', permissions: new Set() }
const database = {
  run: (_: Caller, work: (connection: typeof sql) => unknown) => work(sql),
} as unknown as RequestDatabase

type Row = Readonly<Record<'place' | 'part', number>>

const PAGES = new KeysetPages<Row>({
  order: {
    direction: 'ascending',
    key: [
      { name: 'place', type: 'number' },
      { name: 'part', type: 'number' },
    ],
  },
  conditions: {},
  select: ({ where, rows }) =>
    `select place, part from entries where record_id = $2 and $1 <> '' ${where} ${rows}`,
  recordTable: 'records',
})

const keysOf = (rows: readonly Row[]) => rows.map(({ place, part }) => `${place}.${part}`)

test('The rows of a page come in the order of all columns', async () => {
  const before = { page: 1, limit: 5, before: [2, 3] }
  const rows = await PAGES.read(caller, database, before, 'a')
  assert.deepEqual(keysOf(rows), ['1.1', '1.2', '1.3', '2.1', '2.2', '2.3'])
  const after = { page: 2, limit: 5, after: [1, 2] }
  const page = await PAGES.find(caller, database, after, 'a')
  assert.deepEqual(keysOf(page?.rows ?? []), ['1.3', '2.1', '2.2', '2.3'])
})

test('A record without entries has an empty page, and no record has none', async () => {
  const first = { page: 1, limit: 5 }
  const empty = { rows: [], hasMore: false, hasEarlier: false }
  assert.deepEqual(await PAGES.find(caller, database, first, 'b'), empty)
  assert.equal(await PAGES.find(caller, database, first, 'c'), undefined)
})

test('A list of a record cannot read its rows as arrays', () => {
  const order = { direction: 'ascending', key: [{ name: 'part', type: 'number' }] } as const
  const select = () => ''
  // @ts-expect-error: an empty page would be told by a column without a name
  new KeysetPages({ order, conditions: {}, select, recordTable: 'records', fromValues: () => 1 })
})

// Which pages share a connection, and which take one of their own.

const row = ['2026-11-20T00:00:00.000Z', 'ship_1'] as unknown as RowKey

/** The ways that the work's statements take. */
async function waysOf(work: (database: RequestDatabase) => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const taking = (way: string) => async () => {
    asked.push(way)
    return []
  }
  const ways = { page: taking('page'), run: taking('run'), slow: taking('slow') }
  await work(ways as unknown as RequestDatabase)
  return asked
}

async function wayOf(request: PageRequest, isQuick = true, isSlow = false): Promise<string[]> {
  const pages = new KeysetPages({
    order: NEWEST_FIRST,
    conditions: {},
    select: ({ where, rows }) =>
      `select id from shipments where organization_id = $1 ${where} ${rows}`,
    ...(isQuick && { isQuick: () => true }),
    ...(isSlow && { isSlow }),
  })
  return await waysOf((database) => pages.read(caller, database, request))
}

test('Pages of a list with only quick pages share a connection, near the first', async () => {
  for (const page of [1, 6]) assert.deepEqual(await wayOf({ page, limit: 100 }), ['page'])
  assert.deepEqual(await wayOf({ page: 7, limit: 100 }), ['run'])
  assert.deepEqual(await wayOf({ page: 5, limit: 100, after: row }), ['page'])
  assert.deepEqual(await wayOf({ page: 5, limit: 100, before: row }), ['page'])
})

test('Each page of a list with slow pages takes a connection of its own', async () => {
  assert.deepEqual(await wayOf({ page: 1, limit: 100 }, false), ['run'])
})

test('A page of a history, and one far from the first, leaves connections to others', async () => {
  assert.deepEqual(await wayOf({ page: 1, limit: 100 }, false, true), ['slow'])
  for (const isQuick of [true, false]) {
    assert.deepEqual(await wayOf({ page: 101, limit: 100 }, isQuick), ['run'])
    assert.deepEqual(await wayOf({ page: 102, limit: 100 }, isQuick), ['slow'])
  }
})

test('Searches of the feed, and its large pages, leave the shared connections alone', async () => {
  const wayOfFeed = (filters: EventFilters, limit = 101) =>
    waysOf((database) => findEvents(caller, database, filters, { after: 0, to: 9, limit }))
  assert.deepEqual(await wayOfFeed({}), ['page'])
  assert.deepEqual(await wayOfFeed({ subjectId: 'xfer_1' }), ['page'])
  assert.deepEqual(await wayOfFeed({}, 102), ['run'])
  const type = 'transfer.created'
  const occurredFrom = '2026-11-21T00:00:00.000Z'
  for (const filters of [{ type }, { occurredFrom }, { subjectId: 'xfer_1', type }]) {
    assert.deepEqual(await wayOfFeed(filters), ['run'])
  }
})
