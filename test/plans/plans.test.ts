import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decision } from '../../src/database/changes/run-changes.ts'
import { countFigures } from '../../src/vault/summary/get-summary.store.ts'
import { fillTables, LARGE } from '../support/plans/large-tables.ts'
import { PLANNED_CHANGES } from '../support/plans/planned-changes.ts'
import { PLANNED_LISTS } from '../support/plans/planned-lists.ts'
import { PLANNED_READS } from '../support/plans/planned-reads.ts'
import { PLANNED_TRANSACTIONS, within } from '../support/plans/planned-transactions.ts'
import {
  planOf,
  type QueryPlan,
  type Statement,
  sentBy,
  statementsOf,
  sumsOf,
} from '../support/schema/query-plan.ts'
import { freshDatabase } from '../support/vault/vault.ts'

// Every statement of the service, in tables of 200,000 rows that are filled once.

const { name: database, sql } = await freshDatabase()
await fillTables(sql)

/** The plans for any values and for these, neither of which reads a large table as a whole. */
async function plansOf(statement: Statement): Promise<QueryPlan[]> {
  const plans: QueryPlan[] = []
  for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
    const plan = await planOf(sql, statement, mode)
    const text = `${mode}: ${plan.text}`
    const whole = plan.sequential.filter((table) => LARGE.includes(table))
    assert.deepEqual(whole, [], text)
    plans.push({ ...plan, text })
  }
  return plans
}

for (const { name, work, ...wanted } of [...PLANNED_LISTS, ...PLANNED_READS]) {
  test(`${name}: one round trip that reads by index, for any values and for these`, async () => {
    const [statement, ...others] = await statementsOf(work)
    assert.ok(statement)
    assert.equal(others.length, 0, 'one round trip')
    for (const { indexes, nodes, sorts, correlated, text } of await plansOf(statement)) {
      if (wanted.exactly) assert.deepEqual(indexes.toSorted(), wanted.exactly, text)
      if (!wanted.with) assert.equal(correlated.length, sumsOf(statement.text), text)
      for (const index of wanted.with ?? []) assert.ok(indexes.includes(index), `${index}: ${text}`)
      if (wanted.ranges) assert.equal(rangesOf(text, wanted.ranges[0]), wanted.ranges[1], text)
      const reads = nodes.filter((node) => node['Index Name'] !== undefined)
      if (wanted.isIndexOnly) {
        assert.ok(
          reads.every((node) => node['Node Type'] === 'Index Only Scan'),
          text,
        )
      }
      if (wanted.isInOrder) assert.equal(sorts, 0, text)
    }
  })
}

/** Reads that enter the index at a place of the list, and follow its order. */
function rangesOf(text: string, index: string): number {
  const reads = text.matchAll(/"Index Name": "(.*)",[^}]*?"Index Cond": "(.*)"/g)
  return [...reads].filter(([, name, condition]) => name === index && /[<>]/.test(condition ?? ''))
    .length
}

for (const { name, work, of, ...wanted } of PLANNED_TRANSACTIONS) {
  test(`${name}: read by index`, async () => {
    const sent = await sentBy(database, work)
    const statements = sent.filter(({ text }) => text.includes(of))
    const used = new Set<string>()
    for (const [place, statement] of statements.entries()) {
      for (const { indexes, text } of await plansOf(statement)) {
        for (const index of indexes) used.add(index)
        if (wanted.exactly) assert.deepEqual(indexes, wanted.exactly[place], text)
        if (wanted.each) assert.ok(indexes.includes(wanted.each[place] as string), text)
      }
    }
    const count = (wanted.exactly ?? wanted.each)?.length
    if (count !== undefined) assert.equal(statements.length, count)
    for (const index of wanted.some ?? []) assert.ok(used.has(index), `${index}: ${[...used]}`)
    for (const part of wanted.parts ?? []) {
      assert.ok(
        statements.some(({ text }) => text.includes(part)),
        part,
      )
    }
  })
}

// They write: the tables are no longer as they were filled.
for (const [what, work, count] of PLANNED_CHANGES) {
  test(`${what}: reads by index, with a generic plan and with one for the values`, async () => {
    let decisions: readonly Decision<unknown>[] = []
    const statements = await sentBy(database, async (watched) => {
      decisions = await work(watched)
    })
    for (const decision of decisions) assert.ok('kind' in Object(decision), String(decision))
    assert.equal(statements.length, count, statements.map(({ text }) => text).join('\n\n'))
    const texts = new Map(statements.map((statement) => [statement.text, statement]))
    for (const statement of texts.values()) {
      for (const { correlated, text } of await plansOf(statement)) {
        assert.equal(correlated.length, sumsOf(statement.text), text)
      }
    }
  })
}

test('a sub-select that runs for each row is detected', async () => {
  const text = `
    select (select max(id) from inventory_items as item where item.fbo_account_id = account.id)
    from fbo_accounts as account where organization_id = $1 and id in ('fbo_1', 'fbo_2')`
  const plan = await planOf(sql, { text, parameters: ['org_0'] }, 'force_custom_plan')
  assert.equal(plan.correlated.length, 1, plan.text)
})

test('plans made while the tables were empty look each item of a transfer up by its id', async () => {
  const empty = await freshDatabase()
  await empty.sql`insert into organizations (id, name) values ('org_0', 'Empty')`
  const statements = await sentBy(empty.name, within(countFigures))
  let lookUps = 0
  for (const statement of statements) {
    const { nodes, text } = await planOf(empty.sql, statement, 'force_generic_plan')
    for (const node of nodes) {
      if (node['Relation Name'] !== 'inventory_items') continue
      if (/\.item_id\)/.test(String(node['Index Cond'] ?? ''))) lookUps += 1
      assert.equal(node['Join Filter'], undefined, text)
    }
  }
  assert.equal(lookUps, 1)
})
