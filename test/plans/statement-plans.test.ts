import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { getStatement } from '../../src/statements/get-statement.store.ts'
import { STATEMENT_LINE_PAGES } from '../../src/statements/statement-lines.store.ts'
import { planOf, statementsOf } from '../support/schema/query-plan.ts'
import { fillTables, LARGE } from '../support/vault/large-tables.ts'
import { freshDatabase } from '../support/vault/vault.ts'

const { sql } = await freshDatabase()
await fillTables(sql)

const caller: Caller = { organizationId: 'org_0', tokenId: 'tok_1', permissions: new Set() }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const period = { from: daysAgo(30), to: daysAgo(1) }
const page = { page: 1, limit: 100 }
const after = [period.from, 'item_5', 0, 1]

const READS: [name: string, work: (database: Database) => Promise<unknown>][] = [
  ['statement', (db) => getStatement(caller, db, 'fbo_1', period)],
  ...[{}, { kind: 'shipped' as const }, { after }].map((more): (typeof READS)[number] => [
    `lines of a statement ${JSON.stringify(more)}`,
    (db) => STATEMENT_LINE_PAGES.find(caller, db, { ...page, ...period, ...more }, 'fbo_1'),
  ]),
]

for (const [name, work] of READS) {
  test(`${name}: one round trip that reads no table from end to end`, async () => {
    const statements = await statementsOf(sql, work)
    assert.equal(statements.length, 1, 'one round trip')
    for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
      const plan = await planOf(sql, statements[0]!, mode)
      const sequential = plan.sequential.filter((table) => LARGE.includes(table))
      assert.deepEqual(sequential, [], `${mode}: ${plan.text}`)
      for (const index of ['inventory_stays_spans', 'inventory_items_by_account']) {
        assert.ok(plan.indexes.includes(index), `${mode}: ${plan.text}`)
      }
    }
  })
}
