import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  findLiveToken,
  findTokenOrganization,
  noteTokenUse,
} from '../../src/access-tokens/authenticate.store.ts'
import { ACCESS_TOKEN_PAGES } from '../../src/access-tokens/list-access-tokens.store.ts'
import type { Database } from '../../src/database/database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { findEvent, findEvents, lastEventNumber } from '../../src/events/find-events.store.ts'
import { findFboAccount } from '../../src/fbo-accounts/get-fbo-account.store.ts'
import { FBO_ACCOUNT_PAGES } from '../../src/fbo-accounts/list-fbo-accounts.store.ts'
import {
  getInsuredExposure,
  getInsuredExposureAt,
} from '../../src/inventory-items/get-insured-exposure.store.ts'
import { getInventoryItem } from '../../src/inventory-items/get-inventory-item.store.ts'
import { HOLDING_PAGES } from '../../src/inventory-items/list-holdings.store.ts'
import { INVENTORY_ITEM_PAGES } from '../../src/inventory-items/list-inventory-items.store.ts'
import { MOVEMENT_PAGES } from '../../src/inventory-items/list-inventory-movements.store.ts'
import { VALUATION_PAGES } from '../../src/inventory-items/list-inventory-valuations.store.ts'
import { findOutboundShipment } from '../../src/outbound-shipments/get-outbound-shipment.store.ts'
import { findShipmentsByTrackingNumber } from '../../src/outbound-shipments/get-outbound-shipment-by-tracking-number.store.ts'
import { SHIPMENT_ITEM_PAGES } from '../../src/outbound-shipments/list-outbound-shipment-items.store.ts'
import { listOutboundShipments } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { getRevaluation } from '../../src/revaluations/get-revaluation.store.ts'
import { findOverdueTransfers } from '../../src/transfers/expire-transfers.store.ts'
import { getTransfer } from '../../src/transfers/get-transfer.store.ts'
import { TRANSFER_ITEM_PAGES } from '../../src/transfers/list-transfer-items.store.ts'
import { TRANSFER_PAGES } from '../../src/transfers/list-transfers.store.ts'
import { DELIVERY_PAGES } from '../../src/webhooks/deliveries/list-webhook-deliveries.store.ts'
import { findEndpoint } from '../../src/webhooks/endpoints/find-endpoint.store.ts'
import { WEBHOOK_ENDPOINT_PAGES } from '../../src/webhooks/endpoints/list-webhook-endpoints.store.ts'
import { planOf, statementsOf, sumsOf } from '../support/schema/query-plan.ts'
import { fillTables, LARGE } from '../support/vault/large-tables.ts'
import { freshDatabase } from '../support/vault/vault.ts'

const { sql } = await freshDatabase()
await fillTables(sql)

// The organization of three of four records: the hardest case for an index.
const caller: Caller = {
  organizationId: 'org_0',
  tokenId: 'tok_1',
  permissions: new Set(['access_tokens:manage']),
}
const sha256 = createHash('sha256').update('tok_1').digest()
const list = (page: number, filters: object) => (database: Database) =>
  listOutboundShipments(caller, database, { page, limit: 100, ...filters })
const packing = { status: 'packing' as const }
const ofAccount = { fboAccountId: 'fbo_1' }

const many = (ask: (number: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: 64 }, (_, number) => ask(number * 4 + 1)))

const span = { after: 10, to: 1_000_000, limit: 101 }

type Work = (database: Database) => Promise<unknown>
/** The keys of a token's person, the token's role and the person's roles. */
const POWERS = ['people_pkey', 'roles_pkey', 'roles_pkey']
/** The key of the mode of the organization, live or test. */
const MODES_KEY = 'organizations_pkey'
const LIVE_TOKEN = ['access_tokens_sha256', MODES_KEY, ...POWERS]
const ORGANIZATIONS_OF_TOKENS_KEY = 'access_token_organizations_pkey'
const ITEMS_KEY = 'inventory_items_pkey'
const ACCOUNTS_KEY = 'fbo_accounts_pkey'
const OF_EVENTS = ['access_tokens_pkey', 'event_seals_pkey']
const NEWEST = 'outbound_shipments_newest'

const STATEMENTS: [name: string, work: Work, indexes: string[]][] = [
  [
    'organization of a token',
    (db) => findTokenOrganization(db, sha256.toString('hex')),
    [ORGANIZATIONS_OF_TOKENS_KEY],
  ],
  [
    'organizations of 64 tokens',
    (db) => many((number) => findTokenOrganization(db, `${number}`.padStart(64, '0'))),
    [ORGANIZATIONS_OF_TOKENS_KEY],
  ],
  ['token look-up', (db) => findLiveToken(db, 'org_0', sha256.toString('hex')), LIVE_TOKEN],
  [
    '64 token look-ups',
    (db) => many((number) => findLiveToken(db, 'org_0', `${number}`.padStart(64, '0'))),
    LIVE_TOKEN,
  ],
  ['token use', (db) => noteTokenUse(caller, db), ['access_tokens_pkey', 'access_tokens_pkey']],
  ['get account', (db) => findFboAccount(caller, db, 'fbo_1'), [ACCOUNTS_KEY]],
  [
    'get 64 accounts',
    (db) => many((id) => findFboAccount(caller, db, `fbo_${id}`)),
    [ACCOUNTS_KEY],
  ],
  ...[1, 5].flatMap((page): [string, Work, string[]][] => [
    [`list, page ${page}`, list(page, {}), [NEWEST]],
    [`list by status, page ${page}`, list(page, packing), [`${NEWEST}_by_status`]],
    [`list by account, page ${page}`, list(page, ofAccount), [`${NEWEST}_by_account`]],
    [
      `list by account and status, page ${page}`,
      list(page, { ...packing, ...ofAccount }),
      [`${NEWEST}_by_account_and_status`],
    ],
  ]),
]

const page = { page: 1, limit: 100 }
const BATCHES = 'transfer_batches_newest'

/** For longer statements PostgreSQL may choose indexes, but must not read a whole table. */
const FURTHER: [name: string, work: Work, indexes?: string[]][] = [
  ['overdue transfers', (db) => findOverdueTransfers(caller, db, ['xfer_1'])],
  ['get transfer', (db) => getTransfer(caller, db, 'xfer_1')],
  ['get revaluation', (db) => getRevaluation(caller, db, 'reval_1')],
  ['items of a transfer', (db) => TRANSFER_ITEM_PAGES.find(caller, db, page, 'xfer_1')],
  ['list transfers', (db) => TRANSFER_PAGES.find(caller, db, page), [BATCHES]],
  [
    'list transfers by status',
    (db) => TRANSFER_PAGES.find(caller, db, { ...page, status: 'pending' }),
    [`${BATCHES}_by_status`],
  ],
  [
    'list transfers by source',
    (db) => TRANSFER_PAGES.find(caller, db, { ...page, fromFboAccountId: 'fbo_1' }),
    [`${BATCHES}_by_source`],
  ],
  [
    'list transfers by destination',
    (db) => TRANSFER_PAGES.find(caller, db, { ...page, toFboAccountId: 'fbo_2' }),
    [`${BATCHES}_by_destination`],
  ],
  ['list accounts', (db) => FBO_ACCOUNT_PAGES.find(caller, db, page), ['fbo_accounts_newest']],
  ['primary account', (db) => FBO_ACCOUNT_PAGES.find(caller, db, { ...page, isPrimary: 'true' })],
  ['insured exposure', (db) => getInsuredExposure(caller, db, 'fbo_1')],
  [
    'insured exposure of a moment',
    (db) => getInsuredExposureAt(caller, db, 'fbo_1', '2026-01-01T00:00:00.000Z'),
  ],
  [
    'list tokens',
    (db) => ACCESS_TOKEN_PAGES.page(caller, db, page),
    ['access_tokens_newest', ...POWERS],
  ],
  [
    'holdings of a moment',
    (db) => HOLDING_PAGES.find(caller, db, { ...page, asOf: '2026-01-01T00:00:00.000Z' }, 'fbo_1'),
    [
      'fbo_accounts_pkey',
      'inventory_items_by_account',
      ITEMS_KEY,
      'inventory_movements_pkey',
      'inventory_movements_pkey',
      'inventory_stays_pkey',
      'inventory_stays_spans',
      ...Array<string>(4).fill('inventory_valuations_pkey'),
      'transfer_batches_pkey',
      'transfer_batches_pkey',
    ],
  ],
  ['get item', (db) => getInventoryItem(caller, db, 'item_1'), [ITEMS_KEY]],
  ['list items', (db) => INVENTORY_ITEM_PAGES.find(caller, db, page), ['inventory_items_newest']],
  [
    'list items by status',
    (db) => INVENTORY_ITEM_PAGES.find(caller, db, { ...page, status: 'on_hold' }),
    ['inventory_items_newest_by_status'],
  ],
  [
    'items that transfers hold',
    (db) => INVENTORY_ITEM_PAGES.find(caller, db, { ...page, status: 'transfer_pending' }),
  ],
  [
    'items that shipments hold',
    (db) => INVENTORY_ITEM_PAGES.find(caller, db, { ...page, status: 'shipment_pending' }),
  ],
  [
    'items of an intake',
    (db) => INVENTORY_ITEM_PAGES.find(caller, db, { ...page, intakeId: `item_${'0'.repeat(24)}` }),
  ],
  [
    'items by identifier',
    (db) => INVENTORY_ITEM_PAGES.find(caller, db, { ...page, identifier: 'serial:n7' }),
    ['inventory_item_identifiers_by_value', ITEMS_KEY],
  ],
  ['log of an item', (db) => MOVEMENT_PAGES.find(caller, db, page, 'item_1')],
  [
    'valuations of an item',
    (db) => VALUATION_PAGES.find(caller, db, page, 'item_1'),
    [ITEMS_KEY, 'inventory_valuations_pkey'],
  ],
  ['holdings', (db) => HOLDING_PAGES.find(caller, db, page, 'fbo_5')],
  ['get shipment', (db) => findOutboundShipment(caller, db, 'ship_1')],
  ...[undefined, 'Brinks'].map((carrier): [string, Work, string[]] => [
    `list by tracking number ${carrier === undefined ? 'alone' : 'and carrier'}`,
    (db) => findShipmentsByTrackingNumber(caller, db, { trackingNumber: 'BX 1', carrier }, 101),
    ['outbound_shipments_by_tracking_number'],
  ]),
  [
    'events',
    (db) => findEvents(caller, db, {}, span),
    [...OF_EVENTS, 'events_pkey', MODES_KEY, 'people_pkey'],
  ],
  [
    'events of a record',
    (db) => findEvents(caller, db, { subjectId: 'xfer_1' }, span),
    [...OF_EVENTS, 'events_by_subject', MODES_KEY, 'people_pkey'],
  ],
  [
    'an event',
    (db) => findEvent(caller, db, 7),
    [...OF_EVENTS, 'events_pkey', MODES_KEY, 'people_pkey'],
  ],
  ['the last event', (db) => lastEventNumber(caller, db), ['events_pkey']],
  ['webhook endpoint', (db) => findEndpoint(caller, db, 'hook_1')],
  ['webhook endpoints', (db) => WEBHOOK_ENDPOINT_PAGES.page(caller, db, page)],
  ['deliveries', (db) => DELIVERY_PAGES.find(caller, db, page, 'hook_1')],
  [
    'deliveries that failed',
    (db) => DELIVERY_PAGES.find(caller, db, { ...page, status: 'failed' }, 'hook_1'),
    ['events_pkey', 'webhook_attempts_pkey', 'webhook_deliveries_failed', 'webhook_endpoints_pkey'],
  ],
  ['items of a shipment', (db) => SHIPMENT_ITEM_PAGES.find(caller, db, page, 'ship_1')],
]

for (const [name, work, indexes] of [...STATEMENTS, ...FURTHER]) {
  test(`${name}: reads by index, with a generic plan and with one for the values`, async () => {
    const statements = await statementsOf(sql, work)
    assert.equal(statements.length, 1, 'one round trip')
    for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
      const plan = await planOf(sql, statements[0]!, mode)
      const sequential = plan.sequential.filter((table) => LARGE.includes(table))
      assert.deepEqual(sequential, [], `${mode}: ${plan.text}`)
      if (indexes !== undefined) {
        assert.deepEqual(plan.indexes.toSorted(), indexes, `${mode}: ${plan.text}`)
      }
      assert.equal(plan.correlated.length, sumsOf(statements[0]!.text), `${mode}: ${plan.text}`)
      if (name.startsWith('list')) assert.equal(plan.sorts, 0, `${mode}: ${plan.text}`)
    }
  })
}

test('a sub-select that runs for each row is detected', async () => {
  const text = `
    select (select max(id) from inventory_items as item where item.fbo_account_id = account.id)
    from fbo_accounts as account where organization_id = $1 and id in ('fbo_1', 'fbo_2')`
  const plan = await planOf(sql, { text, parameters: ['org_0'], types: [25] }, 'force_custom_plan')
  assert.equal(plan.correlated.length, 1, plan.text)
})
