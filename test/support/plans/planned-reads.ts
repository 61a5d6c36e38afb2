import { createHash } from 'node:crypto'
import { PERSON_SESSION_PAGES } from '../../../src/access/sessions/person-sessions.ts'
import {
  findLiveToken,
  findOrganizationOfToken,
  findTokenOfBearer,
  noteTokenUse,
} from '../../../src/access/tokens/authenticate.store.ts'
import {
  findEvent,
  findEvents,
  lastEventNumber,
} from '../../../src/history/events/find-events.store.ts'
import { DELIVERY_PAGES } from '../../../src/history/webhooks/deliveries/webhook-deliveries.ts'
import {
  findEndpoint,
  WEBHOOK_ENDPOINT_PAGES,
} from '../../../src/history/webhooks/endpoints/endpoints.store.ts'
import { FBO_ACCOUNT_PAGES, findFboAccount } from '../../../src/vault/accounts/read-fbo-accounts.ts'
import { CORRECTION_PAGES } from '../../../src/vault/corrections/list-corrections.ts'
import {
  getInsuredExposure,
  getInsuredExposureAt,
} from '../../../src/vault/items/get-insured-exposure.ts'
import { INVENTORY_ITEM_PAGES as ITEMS } from '../../../src/vault/items/list-inventory-items.ts'
import { getInventoryItem, HOLDING_PAGES } from '../../../src/vault/items/read-inventory-items.ts'
import { getRevaluation } from '../../../src/vault/revaluations/read-revaluations.ts'
import {
  findFitting,
  findHeldItems,
  type SearchTerms,
} from '../../../src/vault/search/search-records.store.ts'
import { RESULT_TYPES } from '../../../src/vault/search/searched-types.ts'
import {
  findOutboundShipment,
  SHIPMENT_PAGES as SHIPMENTS,
} from '../../../src/vault/shipments/read-outbound-shipments.ts'
import { getStatement } from '../../../src/vault/statements/get-statement.ts'
import { STATEMENT_LINE_PAGES } from '../../../src/vault/statements/list-statement-lines.ts'
import { findOverdueTransfers } from '../../../src/vault/transfers/expire-transfers.ts'
import { getTransfer, TRANSFER_ITEM_PAGES } from '../../../src/vault/transfers/read-transfers.ts'
import { CALLER, minutesAgo, type PlannedRead, POWERS, pageOf, type Work } from './planned.ts'

const DIGEST = createHash('sha256').update('tok_1').digest('hex')

/** The key of the mode of the organization, live or test. */
const MODES_KEY = 'organizations_pkey'
const OF_TOKEN = ['access_tokens_sha256', MODES_KEY, ...POWERS]
const OF_TOKENS = ['access_token_organizations_pkey']
const ITEMS_KEY = 'inventory_items_pkey'
const ACCOUNTS_KEY = 'fbo_accounts_pkey'
const TOKENS_KEY = 'access_tokens_pkey'
const EVENTS_KEY = 'events_pkey'
const eventsBy = (key: string) => [TOKENS_KEY, 'event_seals_pkey', key, MODES_KEY, 'people_pkey']

const page = { page: 1, limit: 100 }
const span = { after: 10, to: 1_000_000, limit: 101 }
const MOMENT = '2026-01-01T00:00:00.000Z'

/** With all indexes, or none where PostgreSQL may choose them for a longer statement. */
const READS: [name: string, work: Work, exactly?: string[]][] = [
  ['organization of a token', (db) => findOrganizationOfToken(db, DIGEST), OF_TOKENS],
  ['token look-up', (db) => findLiveToken(CALLER, db, DIGEST), OF_TOKEN],
  ['token use', (db) => noteTokenUse(CALLER, db), [TOKENS_KEY, TOKENS_KEY]],
  ['an account', (db) => findFboAccount(CALLER, db, 'fbo_1'), [ACCOUNTS_KEY]],
  ['primary account', pageOf(FBO_ACCOUNT_PAGES, { ...page, isPrimary: 'true' })],
  ['insured exposure', (db) => getInsuredExposure(CALLER, db, 'fbo_1')],
  ['insured exposure of a moment', (db) => getInsuredExposureAt(CALLER, db, 'fbo_1', MOMENT)],
  ['overdue transfers', (db) => findOverdueTransfers(CALLER, db, ['xfer_1'])],
  ['a transfer', (db) => getTransfer(CALLER, db, 'xfer_1')],
  ['items of a transfer', pageOf(TRANSFER_ITEM_PAGES, page, 'xfer_1')],
  ['a revaluation', (db) => getRevaluation(CALLER, db, 'reval_1')],
  [
    'holdings of a past moment',
    pageOf(HOLDING_PAGES, { ...page, asOf: MOMENT }, 'fbo_1'),
    [
      ...[ACCOUNTS_KEY, 'inventory_items_by_account', ITEMS_KEY],
      ...['inventory_movements_pkey', 'inventory_movements_pkey'],
      ...['inventory_stays_pkey', 'inventory_stays_spans'],
      ...Array<string>(4).fill('inventory_valuations_pkey'),
      ...['transfer_batches_pkey', 'transfer_batches_pkey'],
    ],
  ],
  ['holdings of an account without any', pageOf(HOLDING_PAGES, page, 'fbo_5')],
  ['an item', (db) => getInventoryItem(CALLER, db, 'item_1'), [ITEMS_KEY]],
  ['items that transfers hold', pageOf(ITEMS, { ...page, status: 'transfer_pending' })],
  ['items that shipments hold', pageOf(ITEMS, { ...page, status: 'shipment_pending' })],
  ['items of an intake', pageOf(ITEMS, { ...page, intakeId: `item_${'0'.repeat(24)}` })],
  [
    'items by identifier',
    pageOf(ITEMS, { ...page, identifier: 'serial:n7' }),
    ['inventory_item_identifiers_by_value', ITEMS_KEY],
  ],
  ['a shipment', (db) => findOutboundShipment(CALLER, db, 'ship_1')],
  [
    'shipments by tracking number',
    pageOf(SHIPMENTS, { ...page, trackingNumber: 'BX 1' }),
    ['outbound_shipments_by_tracking_number'],
  ],
  [
    'corrections of an item',
    (db) => {
      const caller = { ...CALLER, permissions: new Set(['inventory_items:read'] as const) }
      const request = { ...page, subjectId: 'item_1' }
      return CORRECTION_PAGES.find(caller, db, request, 'item_1')
    },
    ['corrections_pkey', ITEMS_KEY, 'inventory_valuations_pkey'],
  ],
  ['events', (db) => findEvents(CALLER, db, {}, span), eventsBy(EVENTS_KEY)],
  [
    'events of a record',
    (db) => findEvents(CALLER, db, { subjectId: 'xfer_1' }, span),
    eventsBy('events_by_subject'),
  ],
  ['an event', (db) => findEvent(CALLER, db, 7), eventsBy(EVENTS_KEY)],
  ['the last event', (db) => lastEventNumber(CALLER, db), [EVENTS_KEY]],
  ['webhook endpoint', (db) => findEndpoint(CALLER, db, 'hook_1')],
  ['webhook endpoints', pageOf(WEBHOOK_ENDPOINT_PAGES, page)],
  ['deliveries', pageOf(DELIVERY_PAGES, page, 'hook_1')],
  [
    'deliveries that failed',
    pageOf(DELIVERY_PAGES, { ...page, status: 'failed' }, 'hook_1'),
    [EVENTS_KEY, 'webhook_attempts_pkey', 'webhook_deliveries_failed', 'webhook_endpoints_pkey'],
  ],
]

const terms: SearchTerms = {
  ids: ['item_17'],
  beginnings: ['item_17', '~'],
  backwards: '71_meti',
  patterns: ['%penny%', '%black%', '%item%'],
  identifier: 'item_17',
  email: '% ada lindqvist%',
}

export const INDEXES_OF_WORDS = {
  fbo_account: 'search_texts_of_accounts',
  inventory_item: 'search_texts_of_items',
  transfer_batch: 'search_texts_of_transfers',
  outbound_shipment: 'search_texts_of_shipments',
}

const PERIOD = { from: minutesAgo(30 * 1_440), to: minutesAgo(1_440) }
const lines = (more: object) =>
  pageOf(STATEMENT_LINE_PAGES, { ...page, ...PERIOD, ...more }, 'fbo_1')
const STATEMENT = ['inventory_stays_spans', 'inventory_items_by_account']
const shipments = (filters: object) => pageOf(SHIPMENTS, { ...page, ...filters })
const BEARER = ['session_bearers_pkey', 'sessions_pkey', 'access_tokens_pkey', 'people_pkey']

/** With some of the indexes. */
const WITH: [name: string, work: Work, indexes: string[]][] = [
  ['shipments on hold', shipments({ held: 'true' }), ['outbound_shipments_held']],
  ['shipments not on hold', shipments({ held: 'false' }), ['outbound_shipments_newest']],
  [
    'shipments with a tracking number',
    shipments({ hasTracking: 'true' }),
    ['outbound_shipments_by_tracking_number'],
  ],
  [
    'shipments without a tracking number, by status',
    shipments({ hasTracking: 'false', status: 'approved' }),
    ['outbound_shipments_newest_by_status'],
  ],
  ['statement', (db) => getStatement(CALLER, db, 'fbo_1', PERIOD), STATEMENT],
  ['lines of a statement', lines({}), STATEMENT],
  ['lines of a statement, shipped', lines({ kind: 'shipped' }), STATEMENT],
  ['lines of a statement, further', lines({ after: [PERIOD.from, 'item_5', 0, 1] }), STATEMENT],
  ['token of a bearer', (db) => findTokenOfBearer(CALLER, db, DIGEST), BEARER],
  ['sessions of a person', pageOf(PERSON_SESSION_PAGES, page, 'prsn_1'), ['sessions_of_person']],
  ...RESULT_TYPES.map((type): [string, Work, string[]] => [
    `search of ${type}`,
    (db) => db.search(CALLER, (sql) => findFitting(CALLER, sql, type, terms)),
    [INDEXES_OF_WORDS[type], 'search_texts_by_tail'],
  ]),
  [
    'items of accounts that are searched',
    (db) => findHeldItems(CALLER, db, ['%penny%', '%lindqvist%']),
    ['search_texts_of_accounts', 'inventory_items_by_account'],
  ],
]

const NEWEST = 'outbound_shipments_newest'
const DEEP = (['false', 'true'] as const).flatMap((cancelled) => {
  const newest = cancelled === 'true' ? `${NEWEST}_cancelled` : NEWEST
  const status = { status: 'inspecting' }
  const account = { fboAccountId: 'fbo_1' }
  return [
    { filters: {}, index: newest },
    { filters: status, index: `${newest}_by_status` },
    { filters: account, index: `${newest}_by_account` },
    { filters: { ...account, ...status }, index: `${newest}_by_account_and_status` },
  ].map(({ filters, index }) => ({
    name: `a deep page by ${index}`,
    work: pageOf(SHIPMENTS, { page: 200, limit: 25, ...filters, cancelled }),
    exactly: [index],
    isIndexOnly: true,
  }))
})

export const PLANNED_READS: readonly PlannedRead[] = [
  ...READS.map(([name, work, exactly]) => ({ name, work, ...(exactly && { exactly }) })),
  ...WITH.map(([name, work, indexes]) => ({ name, work, with: indexes })),
  ...DEEP,
]
