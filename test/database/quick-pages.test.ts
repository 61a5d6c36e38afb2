import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeysetPages } from '../../src/database/keyset-page.ts'
import type { RequestDatabase } from '../../src/database/request-database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { NEWEST_FIRST, type PageRequest, type RowKey } from '../../src/domain/pagination.ts'

// Which pages share a connection, and which take one of their own.

const caller: Caller = { organizationId: 'org_1', tokenId: 'tok_1', permissions: new Set() }
const row = ['2026-11-20T00:00:00.000Z', 'ship_1'] as unknown as RowKey

async function wayOf(request: PageRequest, isQuick = true): Promise<string[]> {
  const asked: string[] = []
  const taking = (way: string) => async () => {
    asked.push(way)
    return []
  }
  const database = { page: taking('page'), run: taking('run') } as unknown as RequestDatabase
  const pages = new KeysetPages({
    order: NEWEST_FIRST,
    conditions: {},
    select: ({ where, rows }) =>
      `select id from shipments where organization_id = $1 ${where} ${rows}`,
    ...(isQuick && { isQuick }),
  })
  await pages.read(caller, database, request)
  return asked
}

test('Pages of a list with only quick pages share a connection', async () => {
  assert.deepEqual(await wayOf({ page: 1, limit: 100 }), ['page'])
  assert.deepEqual(await wayOf({ page: 5, limit: 100, after: row }), ['page'])
  assert.deepEqual(await wayOf({ page: 5, limit: 100, before: row }), ['page'])
})

test('Each page of a list with slow pages takes a connection of its own', async () => {
  assert.deepEqual(await wayOf({ page: 1, limit: 100 }, false), ['run'])
})
