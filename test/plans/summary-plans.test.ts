import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from 'postgres'
import {
  inOrganization,
  type OrganizationTransaction,
} from '../../src/database/changes/organization-transaction.ts'
import { countFigures, tokenHolders } from '../../src/summary/get-summary.store.ts'
import { planOf, sentBy } from '../support/schema/query-plan.ts'
import { fillTables, LARGE } from '../support/vault/large-tables.ts'
import { freshDatabase } from '../support/vault/vault.ts'

// Reads of a summary in tables of 200,000 rows.

const { name, sql } = await freshDatabase()
await fillTables(sql)

async function within<T>(watched: Sql, work: (tx: OrganizationTransaction) => Promise<T>) {
  return await inOrganization(watched, 'org_0', async (tx) => ({
    end: 'commit',
    value: await work(tx),
  }))
}

test('A count reads one organization by indexes that begin with it', async () => {
  const statements = await sentBy(name, (watched) =>
    within(watched, async (tx) => {
      await countFigures(tx)
      await tokenHolders(tx, ['tok_1', 'tok_2'])
    }),
  )
  const used = new Set<string>()
  for (const statement of statements) {
    const plan = await planOf(sql, statement, 'force_generic_plan')
    const whole = plan.sequential.filter((table) => LARGE.includes(table))
    assert.deepEqual(whole, [], plan.text)
    for (const found of plan.indexes) used.add(found)
  }
  const wanted = ['access_tokens_pkey', 'outbound_shipments_held']
  assert.deepEqual(
    wanted.filter((index) => !used.has(index)),
    [],
    [...used].join(),
  )
})

test('Plans made while the tables were empty look each item of a transfer up by its id', async () => {
  const empty = await freshDatabase()
  await empty.sql`insert into organizations (id, name) values ('org_0', 'Empty')`
  const statements = await sentBy(empty.name, (watched) => within(watched, countFigures))
  let lookUps = 0
  // Sent again before its types were known: it was described the first time.
  for (const statement of statements.filter(({ types }) => !types.includes(0))) {
    const { nodes, text } = await planOf(empty.sql, statement, 'force_generic_plan')
    for (const node of nodes) {
      if (node['Relation Name'] !== 'inventory_items') continue
      if (/\.item_id\)/.test(String(node['Index Cond'] ?? ''))) lookUps += 1
      assert.equal(node['Join Filter'], undefined, text)
    }
  }
  assert.equal(lookUps, 1)
})
