import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCESS_TOKEN_PAGES } from '../../src/access-tokens/list-access-tokens.store.ts'
import type { Database } from '../../src/database/database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import type { PageRequest, RowKey } from '../../src/domain/pagination.ts'
import { FBO_ACCOUNT_PAGES } from '../../src/fbo-accounts/list-fbo-accounts.store.ts'
import { HOLDING_PAGES } from '../../src/inventory-items/list-holdings.store.ts'
import { INVENTORY_ITEM_PAGES } from '../../src/inventory-items/list-inventory-items.store.ts'
import { MOVEMENT_PAGES } from '../../src/inventory-items/list-inventory-movements.store.ts'
import { VALUATION_PAGES } from '../../src/inventory-items/list-inventory-valuations.store.ts'
import { SHIPMENT_ITEM_PAGES } from '../../src/outbound-shipments/list-outbound-shipment-items.store.ts'
import { listOutboundShipments } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { REVALUATION_PAGES } from '../../src/revaluations/list-revaluations.store.ts'
import { TRANSFER_PAGES } from '../../src/transfers/list-transfers.store.ts'
import { planOf, type QueryPlan, statementsOf } from '../support/schema/query-plan.ts'
import { fillTables, LARGE } from '../support/vault/large-tables.ts'
import { freshDatabase } from '../support/vault/vault.ts'

const { sql } = await freshDatabase()
await fillTables(sql)

const caller: Caller = { organizationId: 'org_0', tokenId: 'tok_1', permissions: new Set() }
const page = { page: 2, limit: 25 }
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** The beginning of the paging, and its present place far down the list. */
interface Places {
  readonly anchor: RowKey
  readonly place: RowKey
}
const NEWEST: Places = { anchor: [minutesAgo(0), 'z'], place: [minutesAgo(1_500), 'z'] }
const PARTS: Places = { anchor: [0], place: [1] }
const HOLDINGS: Places = { anchor: ['item_1'], place: ['item_5'] }

type Work = (database: Database, request: PageRequest) => Promise<unknown>
const asOf = minutesAgo(1)

const LISTS: [name: string, index: string, places: Places, work: Work][] = [
  [
    'shipments',
    'outbound_shipments_newest',
    NEWEST,
    (db, at) => listOutboundShipments(caller, db, at),
  ],
  [
    'shipments by status',
    'outbound_shipments_newest_by_status',
    NEWEST,
    (db, at) => listOutboundShipments(caller, db, { ...at, status: 'packing' }),
  ],
  [
    'shipments by account',
    'outbound_shipments_newest_by_account',
    NEWEST,
    (db, at) => listOutboundShipments(caller, db, { ...at, fboAccountId: 'fbo_1' }),
  ],
  [
    'shipments by account and status',
    'outbound_shipments_newest_by_account_and_status',
    NEWEST,
    (db, at) =>
      listOutboundShipments(caller, db, { ...at, fboAccountId: 'fbo_1', status: 'packing' }),
  ],
  ['transfers', 'transfer_batches_newest', NEWEST, (db, at) => TRANSFER_PAGES.find(caller, db, at)],
  [
    'transfers by status',
    'transfer_batches_newest_by_status',
    NEWEST,
    (db, at) => TRANSFER_PAGES.find(caller, db, { ...at, status: 'pending' }),
  ],
  [
    'transfers by source',
    'transfer_batches_newest_by_source',
    NEWEST,
    (db, at) => TRANSFER_PAGES.find(caller, db, { ...at, fromFboAccountId: 'fbo_1' }),
  ],
  [
    'transfers by destination',
    'transfer_batches_newest_by_destination',
    NEWEST,
    (db, at) => TRANSFER_PAGES.find(caller, db, { ...at, toFboAccountId: 'fbo_2' }),
  ],
  [
    'revaluations',
    'revaluations_newest',
    NEWEST,
    (db, at) => REVALUATION_PAGES.page(caller, db, at),
  ],
  [
    'revaluations by status',
    'revaluations_newest_by_status',
    NEWEST,
    (db, at) => REVALUATION_PAGES.page(caller, db, { ...at, status: 'pending' }),
  ],
  [
    'valuations of an item',
    'inventory_valuations_pkey',
    PARTS,
    (db, at) => VALUATION_PAGES.find(caller, db, at, 'item_1'),
  ],
  ['accounts', 'fbo_accounts_newest', NEWEST, (db, at) => FBO_ACCOUNT_PAGES.find(caller, db, at)],
  ['tokens', 'access_tokens_newest', NEWEST, (db, at) => ACCESS_TOKEN_PAGES.page(caller, db, at)],
  [
    'items',
    'inventory_items_newest',
    NEWEST,
    (db, at) => INVENTORY_ITEM_PAGES.find(caller, db, at),
  ],
  [
    'items by status',
    'inventory_items_newest_by_status',
    NEWEST,
    (db, at) => INVENTORY_ITEM_PAGES.find(caller, db, { ...at, status: 'on_hold' }),
  ],
  [
    'items of a shipment',
    'outbound_shipment_items_pkey',
    PARTS,
    (db, at) => SHIPMENT_ITEM_PAGES.find(caller, db, at, 'ship_1'),
  ],
  [
    'log of an item',
    'inventory_movements_pkey',
    PARTS,
    (db, at) => MOVEMENT_PAGES.find(caller, db, at, 'item_1'),
  ],
  [
    'holdings',
    'inventory_items_by_account',
    HOLDINGS,
    (db, at) => HOLDING_PAGES.find(caller, db, at, 'fbo_1'),
  ],
  [
    'holdings of a moment',
    'inventory_items_by_account',
    HOLDINGS,
    (db, at) => HOLDING_PAGES.find(caller, db, { ...at, asOf }, 'fbo_1'),
  ],
]

/** A page after a row, one before it, and one by its number. */
const KINDS = ({ anchor, place }: Places) => ({
  after: { after: place },
  before: { before: place, anchor },
  anchored: { anchor },
})

for (const [name, index, places, work] of LISTS) {
  for (const [kind, at] of Object.entries(KINDS(places))) {
    test(`${name}, ${kind}: a range of ${index}, for any values and for these`, async () => {
      const statements = await statementsOf(sql, (db) => work(db, { ...page, ...at }))
      assert.equal(statements.length, 1, 'one round trip')
      for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
        const plan = await planOf(sql, statements[0]!, mode)
        const sequential = plan.sequential.filter((table) => LARGE.includes(table))
        assert.deepEqual(sequential, [], `${mode}: ${plan.text}`)
        assertRanges(plan, index, kind === 'before' ? 2 : 1)
        if (places === NEWEST) assert.equal(plan.sorts, 0, `${mode}: ${plan.text}`)
      }
    })
  }
}

/** Fails unless every read enters the index at a place of the list, and follows its order. */
function assertRanges({ text }: QueryPlan, index: string, count: number): void {
  const ranges = [...text.matchAll(/"Index Name": "(.*)",[^}]*?"Index Cond": "(.*)"/g)].filter(
    ([, name, condition]) => name === index && /[<>]/.test(condition as string),
  )
  assert.equal(ranges.length, count, text)
}
