import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { INVENTORY_ITEM_PAGES } from '../../src/inventory-items/list-inventory-items.store.ts'
import { listOutboundShipments } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { TRANSFER_PAGES } from '../../src/transfers/list-transfers.store.ts'
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

const transfers = (filters: object) => (database: Database) =>
  TRANSFER_PAGES.find(caller, database, { ...page, ...filters })
const items = (filters: object) => (database: Database) =>
  INVENTORY_ITEM_PAGES.find(caller, database, { ...page, ...filters })
const after = [new Date(Date.now() - 1_500_000).toISOString(), 'z']

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
  ...[{}, { after }, { before: after }].flatMap((place): typeof LISTS => {
    const where = Object.keys(place).join()
    return [
      [
        `transfers of several statuses ${where}`,
        transfers({ ...place, status: 'pending,rejected' }),
        'transfer_batches_newest_by_status',
      ],
      [
        `items of several statuses ${where}`,
        items({ ...place, status: 'on_hold,withdrawn' }),
        'inventory_items_newest_by_status',
      ],
      [
        `oldest transfers ${where}`,
        transfers({ ...place, sort: 'createdAt' }),
        'transfer_batches_newest',
      ],
      [
        `items of an account by value ${where}`,
        items({
          ...(Object.keys(place).length > 0 && { [where]: ['5', 'item_1'] }),
          fboAccountId: 'fbo_5',
          sort: '-declaredValueCents',
        }),
        'inventory_items_by_account',
      ],
      [`oldest items ${where}`, items({ ...place, sort: 'createdAt' }), 'inventory_items_newest'],
    ]
  }),
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
      if (name.startsWith('oldest')) assert.equal(plan.sorts, 0, `${mode}: ${plan.text}`)
    }
  })
}
