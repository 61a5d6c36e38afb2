import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import type { RequestDatabase } from '../../src/database/request-database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { noteNextWords } from '../../src/search/note-words.ts'
import {
  findFitting,
  findHeldItems,
  findResembling,
  type SearchTerms,
} from '../../src/search/search-records.store.ts'
import { RESULT_TYPES } from '../../src/search/search-result.ts'
import { planOf, sentBy, statementsOf } from '../support/schema/query-plan.ts'
import { fillTables, LARGE } from '../support/vault/large-tables.ts'
import { freshDatabase } from '../support/vault/vault.ts'

const { name, sql } = await freshDatabase()
await fillTables(sql)
// Few accounts and shipments: an index that reads all of a type must not be worth it for them.
await sql`
  insert into search_texts (organization_id, record_type, record_id, words)
  select organization_id, 'inventory_item', id, ' penny black ' || id from inventory_items
  where id like '%0'
  union all
  select organization_id, 'fbo_account', id, ' ada lindqvist ' || id from fbo_accounts
  where id like '%00'
  union all
  select organization_id, 'transfer_batch', id, ' spring rebalancing ' || id from transfer_batches
  where id like '%0'
  union all
  select organization_id, 'outbound_shipment', id, ' bx ' || id from outbound_shipments
  where id like '%00'`
await sql`vacuum analyze search_texts`

const caller: Caller = { organizationId: 'org_0', tokenId: 'tok_1', permissions: new Set() }
const terms: SearchTerms = {
  ids: ['item_17'],
  beginnings: ['item_17', '~'],
  backwards: '71_meti',
  patterns: ['%penny%', '%black%', '%item%'],
  identifier: 'item_17',
  email: '% ada lindqvist%',
  externalId: 'item_17',
}

const INDEXES_OF_WORDS = {
  fbo_account: 'search_texts_of_accounts',
  inventory_item: 'search_texts_of_items',
  transfer_batch: 'search_texts_of_transfers',
  outbound_shipment: 'search_texts_of_shipments',
}

for (const type of RESULT_TYPES) {
  test(`a search of ${type} reads indexes alone`, async () => {
    const work = (database: Database) => findFitting(caller, database, type, terms)
    const [statement] = await statementsOf(sql, work)
    assert.ok(statement)
    const plan = await planOf(sql, statement, 'force_generic_plan')
    const scanned = plan.sequential.filter((table) => [...LARGE, 'search_texts'].includes(table))
    assert.deepEqual(scanned, [], plan.text)
    for (const index of [INDEXES_OF_WORDS[type], 'search_texts_by_tail']) {
      assert.ok(plan.indexes.includes(index), `${index}: ${plan.text}`)
    }
  })
}

test('items are found with the accounts that hold them by indexes alone', async () => {
  const work = (database: Database) => findHeldItems(caller, database, ['%penny%', '%lindqvist%'])
  const [statement] = await statementsOf(sql, work)
  assert.ok(statement)
  for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
    const plan = await planOf(sql, statement, mode)
    assert.deepEqual(plan.sequential, [], plan.text)
    for (const index of ['search_texts_of_accounts', 'inventory_items_by_account']) {
      assert.ok(plan.indexes.includes(index), `${index}: ${plan.text}`)
    }
  }
})

/** The statements of transactions, each on a connection of the test. */
const sentIn = (work: (database: Pick<RequestDatabase, 'run'>) => Promise<unknown>) =>
  sentBy(name, (watched) => work({ run: async (_caller, statement) => await statement(watched) }))

test('records with similar words are found by indexes alone, whatever PostgreSQL supposes', async () => {
  const asked = { types: RESULT_TYPES, words: 'peny blak', enough: 21 }
  const sent = await sentIn((database) =>
    findResembling(caller, database as RequestDatabase, asked),
  )
  const statements = sent.filter(({ text }) => text.includes('%>'))
  assert.equal(statements.length, RESULT_TYPES.length)
  for (const [place, type] of RESULT_TYPES.entries()) {
    for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
      const plan = await planOf(sql, statements[place] as (typeof statements)[0], mode)
      assert.deepEqual(plan.sequential, [], plan.text)
      assert.ok(plan.indexes.includes(INDEXES_OF_WORDS[type]), plan.text)
    }
  }
})

test('words are noted by statements that read indexes alone', async () => {
  const statements = await sentIn((database) => noteNextWords(caller, database))
  const texts = statements.map(({ text }) => text)
  for (const part of ['from events', 'not exists', 'insert into search_texts']) {
    assert.ok(
      texts.some((text) => text.includes(part)),
      part,
    )
  }
  for (const statement of statements) {
    const plan = await planOf(sql, statement, 'force_generic_plan')
    const scanned = plan.sequential.filter((table) => [...LARGE, 'search_texts'].includes(table))
    assert.deepEqual(scanned, [], plan.text)
  }
})
