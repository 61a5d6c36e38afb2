import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { listOutboundShipments } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { planOf, statementsOf } from '../support/schema/query-plan.ts'
import { fillTables, LARGE } from '../support/vault/large-tables.ts'
import { freshDatabase } from '../support/vault/vault.ts'

// Filters that no index holds in the order of the list: no page reads a whole table for them.

const { sql } = await freshDatabase()
await fillTables(sql)

const caller: Caller = { organizationId: 'org_0', tokenId: 'tok_1', permissions: new Set() }
const page = { page: 2, limit: 25 }
const shipments = (filters: object) => (database: Database) =>
  listOutboundShipments(caller, database, { ...page, ...filters })

const LISTS: [name: string, work: (database: Database) => Promise<unknown>, index: string][] = [
  ['shipments on hold', shipments({ held: 'true' }), 'outbound_shipments_held'],
  ['shipments not on hold', shipments({ held: 'false' }), 'outbound_shipments_newest'],
  [
    'shipments with a tracking number',
    shipments({ hasTracking: 'true' }),
    'outbound_shipments_by_tracking_number',
  ],
  [
    'shipments without a tracking number, by status',
    shipments({ hasTracking: 'false', status: 'approved' }),
    'outbound_shipments_newest_by_status',
  ],
]

for (const [name, work, index] of LISTS) {
  test(`${name}: read by ${index}, for any values and for these`, async () => {
    const statements = await statementsOf(sql, work)
    assert.equal(statements.length, 1, 'one round trip')
    for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
      const plan = await planOf(sql, statements[0]!, mode)
      assert.deepEqual(
        plan.sequential.filter((table) => LARGE.includes(table)),
        [],
        `${mode}: ${plan.text}`,
      )
      assert.ok(plan.indexes.includes(index), `${mode}: ${plan.text}`)
    }
  })
}
