import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeysetPages } from '../../src/database/keyset-page.ts'
import type { RequestDatabase } from '../../src/database/request-database.ts'
import type { Caller } from '../../src/domain/caller.ts'
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
  new KeysetPages({ order, conditions: {}, select, recordTable: 'records', rowsAre: 'values' })
})
