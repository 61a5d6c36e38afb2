import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeysetPages } from '../../src/database/keyset-page.ts'
import type { RequestDatabase } from '../../src/database/request-database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { NEWEST_FIRST, type PageRequest, type RowKey } from '../../src/domain/pagination.ts'
import { type EventFilters, findEvents } from '../../src/events/find-events.store.ts'

// Which pages share a connection, and which take one of their own.

const caller: Caller = { organizationId: 'org_1', tokenId: 'tok_1', permissions: new Set() }
const row = ['2026-11-20T00:00:00.000Z', 'ship_1'] as unknown as RowKey

/** The ways that the work's statements take. */
async function waysOf(work: (database: RequestDatabase) => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const taking = (way: string) => async () => {
    asked.push(way)
    return []
  }
  await work({ page: taking('page'), run: taking('run') } as unknown as RequestDatabase)
  return asked
}

async function wayOf(request: PageRequest, isQuick = true): Promise<string[]> {
  const pages = new KeysetPages({
    order: NEWEST_FIRST,
    conditions: {},
    select: ({ where, rows }) =>
      `select id from shipments where organization_id = $1 ${where} ${rows}`,
    ...(isQuick && { isQuick }),
  })
  return await waysOf((database) => pages.read(caller, database, request))
}

test('Pages of a list with only quick pages share a connection', async () => {
  assert.deepEqual(await wayOf({ page: 1, limit: 100 }), ['page'])
  assert.deepEqual(await wayOf({ page: 5, limit: 100, after: row }), ['page'])
  assert.deepEqual(await wayOf({ page: 5, limit: 100, before: row }), ['page'])
})

test('Each page of a list with slow pages takes a connection of its own', async () => {
  assert.deepEqual(await wayOf({ page: 1, limit: 100 }, false), ['run'])
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
