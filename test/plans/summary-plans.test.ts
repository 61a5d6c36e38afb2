import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from 'postgres'
import {
  inOrganization,
  type OrganizationTransaction,
} from '../../src/database/changes/organization-transaction.ts'
import {
  accountsNearestToMaximum,
  countHeldShipments,
  oldestPendingTransfers,
  tokenHolders,
} from '../../src/summary/get-summary.store.ts'
import { RULES } from '../../src/summary/kept-counts.rules.ts'
import {
  type CurrentCounts,
  currentCounts,
  keepByCounting,
  keepByEvents,
  readStanding,
} from '../../src/summary/kept-counts.store.ts'
import { planOf, sentBy } from '../support/schema/query-plan.ts'
import { fillTables, LARGE } from '../support/vault/large-tables.ts'
import { freshDatabase } from '../support/vault/vault.ts'

// What a summary reads in tables of 200,000 rows, with counts that are ten events old.

const { name, sql } = await freshDatabase()
await fillTables(sql)
await within(sql, (tx) => keepByCounting(tx, null))
await sql`
  insert into events (organization_id, type, occurred_at, token_id, subject_type, subject_id, data)
  select 'org_0', 'transfer.created', now(), 'tok_1', 'transfer', 'xfer_' || number * 50 + 1, '{}'
  from generate_series(1, 10) as number`
await sql`analyze account_exposures, organization_counts`

async function within<T>(watched: Sql, work: (tx: OrganizationTransaction) => Promise<T>) {
  return await inOrganization(watched, 'org_0', async (tx) => ({
    end: 'commit',
    value: await work(tx),
  }))
}

const READS: readonly [string, (tx: OrganizationTransaction) => Promise<unknown>, string][] = [
  ['what is kept', readStanding, 'organization_counts_pkey'],
  ['the events since', keepNow, 'events_pkey'],
  ['shipments on hold', countHeldShipments, 'outbound_shipments_held'],
  ['creators', (tx) => tokenHolders(tx, ['tok_1', 'tok_2']), 'access_tokens_pkey'],
  [
    'pending transfers',
    (tx) => oldestPendingTransfers(tx, ['tok_2']),
    'transfer_batches_newest_by_status',
  ],
  ['accounts', nearest, 'account_exposures_nearest_to_maximum'],
]

/** These come in the order of their index: ten rows are read, however many there are. */
const LISTED = ['pending transfers']

async function keepNow(tx: OrganizationTransaction) {
  await keepByEvents(tx, (await currentCounts(tx, await readStanding(tx))) as CurrentCounts)
}

async function nearest(tx: OrganizationTransaction) {
  const { number, last } = await readStanding(tx)
  return await accountsNearestToMaximum(tx, { number: number as number, last })
}

for (const [what, work, index] of READS) {
  test(`${what}: no large table is read whole`, async () => {
    const statements = await sentBy(name, (watched) => within(watched, work))
    assert.ok(statements.length > 0)
    const used = new Set<string>()
    for (const statement of statements) {
      const plan = await planOf(sql, statement, 'force_generic_plan')
      const whole = plan.sequential.filter((table) => LARGE.includes(table))
      assert.deepEqual(whole, [], plan.text)
      if (LISTED.includes(what)) assert.equal(plan.sorts, 0, plan.text)
      for (const found of plan.indexes) used.add(found)
      // An index of the organization alone, or of its first column, is the whole table again.
      const many = plan.nodes.filter((node) => Number(node['Plan Rows']) > 100_000)
      assert.deepEqual(many, [], plan.text)
    }
    assert.ok(used.has(index), [...used].join())
  })
}

test('Plans made while the tables were empty look each record up by its id', async () => {
  const empty = await freshDatabase()
  await empty.sql`insert into organizations (id, name) values ('org_0', 'Empty')`
  const statements = await sentBy(empty.name, (watched) =>
    within(watched, async (tx) => {
      const at = { at: new Date(), number: 0, last: 0, weight: 0, rules: RULES }
      const counts = { items: {}, shipments: {}, days: {}, pending: {} }
      await currentCounts(tx, { ...at, counts, last: 1 })
      await keepByEvents(tx, { ...at, counts })
      await accountsNearestToMaximum(tx, at)
      await keepByCounting(tx, null)
    }),
  )
  const lookedUp = ['inventory_items', 'transfer_batches', 'inventory_movements']
  const found = new Set<unknown>()
  // Sent again before its types were known: it was described the first time.
  for (const statement of statements.filter(({ types }) => !types.includes(0))) {
    const { nodes, text } = await planOf(empty.sql, statement, 'force_generic_plan')
    for (const node of nodes) {
      assert.equal(node['Join Filter'], undefined, text)
      const condition = String(node['Index Cond'] ?? '')
      if (!lookedUp.includes(String(node['Relation Name'])) || !/\w+\.\w*id\)/.test(condition))
        continue
      found.add(node['Relation Name'])
    }
  }
  assert.deepEqual([...found].sort(), lookedUp.sort())
})
