import { ACCESS_TOKEN_PAGES } from '../../../src/access/tokens/access-tokens.ts'
import type { RowKey } from '../../../src/domain/pagination.ts'
import { FBO_ACCOUNT_PAGES } from '../../../src/vault/accounts/read-fbo-accounts.ts'
import { INVENTORY_ITEM_PAGES as ITEMS } from '../../../src/vault/items/list-inventory-items.ts'
import { HOLDING_PAGES, MOVEMENT_PAGES } from '../../../src/vault/items/read-inventory-items.ts'
import { REVALUATION_PAGES as REVALUATIONS } from '../../../src/vault/revaluations/read-revaluations.ts'
import {
  SHIPMENT_ITEM_PAGES,
  SHIPMENT_PAGES as SHIPMENTS,
} from '../../../src/vault/shipments/read-outbound-shipments.ts'
import { TRANSFER_PAGES as TRANSFERS } from '../../../src/vault/transfers/read-transfers.ts'
import { minutesAgo, type PlannedRead, POWERS, pageOf } from './planned.ts'

/** The beginning of the paging, and its present place far down the list. */
interface Places {
  readonly anchor: RowKey
  readonly place: RowKey
}
const NEWEST: Places = { anchor: [minutesAgo(0), 'z'], place: [minutesAgo(1_500), 'z'] }
const PARTS: Places = { anchor: [0], place: [1] }
const HOLDINGS: Places = { anchor: ['item_1'], place: ['item_5'] }
const VALUES: Places = { anchor: ['9', 'item_1'], place: ['5', 'item_1'] }

type Pages = Parameters<typeof pageOf>[0]
type List = [name: string, index: string, places: Places, Pages, filters?: object, record?: string]

const OF_ONE = { fboAccountId: 'fbo_1' }
const PACKING = { status: 'packing' }
const PENDING = { status: 'pending' }
const SHIPPED = 'outbound_shipments_newest'
const BATCHES = 'transfer_batches_newest'
const ITEMS_KEY = 'inventory_items_by_account'

const LISTS: List[] = [
  ['shipments', SHIPPED, NEWEST, SHIPMENTS],
  ['shipments by status', `${SHIPPED}_by_status`, NEWEST, SHIPMENTS, PACKING],
  ['shipments by account', `${SHIPPED}_by_account`, NEWEST, SHIPMENTS, OF_ONE],
  [
    'shipments by account and status',
    `${SHIPPED}_by_account_and_status`,
    NEWEST,
    SHIPMENTS,
    { ...OF_ONE, ...PACKING },
  ],
  ['transfers', BATCHES, NEWEST, TRANSFERS],
  ['transfers by status', `${BATCHES}_by_status`, NEWEST, TRANSFERS, PENDING],
  ['transfers by source', `${BATCHES}_by_source`, NEWEST, TRANSFERS, { fromFboAccountId: 'fbo_1' }],
  [
    'transfers by destination',
    `${BATCHES}_by_destination`,
    NEWEST,
    TRANSFERS,
    { toFboAccountId: 'fbo_2' },
  ],
  ['revaluations', 'revaluations_newest', NEWEST, REVALUATIONS],
  ['revaluations by status', 'revaluations_newest_by_status', NEWEST, REVALUATIONS, PENDING],
  ['accounts', 'fbo_accounts_newest', NEWEST, FBO_ACCOUNT_PAGES],
  ['tokens', 'access_tokens_newest', NEWEST, ACCESS_TOKEN_PAGES],
  ['items', 'inventory_items_newest', NEWEST, ITEMS],
  ['items by status', 'inventory_items_newest_by_status', NEWEST, ITEMS, { status: 'on_hold' }],
  ['items of a shipment', 'outbound_shipment_items_pkey', PARTS, SHIPMENT_ITEM_PAGES, {}, 'ship_1'],
  ['log of an item', 'inventory_movements_pkey', PARTS, MOVEMENT_PAGES, {}, 'item_1'],
  ['holdings', ITEMS_KEY, HOLDINGS, HOLDING_PAGES, {}, 'fbo_1'],
  ['holdings of a moment', ITEMS_KEY, HOLDINGS, HOLDING_PAGES, { asOf: minutesAgo(1) }, 'fbo_1'],
]

/** Indexes that lists read besides their own. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  tokens: POWERS,
}

/** Filters that no index holds in the order of the list: no page reads a whole table for them. */
const FILTERED: List[] = [
  [
    'transfers of several statuses',
    `${BATCHES}_by_status`,
    NEWEST,
    TRANSFERS,
    { status: 'pending,rejected' },
  ],
  [
    'items of several statuses',
    'inventory_items_newest_by_status',
    NEWEST,
    ITEMS,
    { status: 'on_hold,withdrawn' },
  ],
  ['oldest transfers', BATCHES, NEWEST, TRANSFERS, { sort: 'createdAt' }],
  [
    'items of an account by value',
    ITEMS_KEY,
    VALUES,
    ITEMS,
    { fboAccountId: 'fbo_5', sort: '-declaredValueCents' },
  ],
  ['oldest items', 'inventory_items_newest', NEWEST, ITEMS, { sort: 'createdAt' }],
]

const PAGE = { page: 2, limit: 25 }

/** A page after a row, one before it, one by its number of a paging that began, and two without. */
export const PLANNED_LISTS: readonly PlannedRead[] = [
  ...LISTS.flatMap(([name, index, places, pages, filters, record]) => {
    const { anchor, place } = places
    const isInOrder = places === NEWEST
    const one = (kind: string, at: object) => ({
      name: `${name}, ${kind}`,
      work: pageOf(pages, { ...PAGE, ...at, ...filters }, record),
      isInOrder,
    })
    const further = FURTHER[name] ?? (isInOrder ? [] : undefined)
    const exactly = further && { exactly: [index, ...further].sort() }
    return [
      { ...one('after', { after: place }), ranges: [index, 1] as const },
      { ...one('before', { before: place, anchor }), ranges: [index, 2] as const },
      { ...one('anchored', { anchor }), ranges: [index, 1] as const },
      ...[1, 5].map((page) => ({ ...one(`page ${page}`, { page, limit: 100 }), ...exactly })),
    ]
  }),
  ...FILTERED.flatMap(([name, index, { place }, pages, filters]) =>
    Object.entries({ first: {}, after: { after: place }, before: { before: place } }).map(
      ([kind, at]) => ({
        name: `${name}, ${kind}`,
        work: pageOf(pages, { ...PAGE, ...at, ...filters }),
        with: [index],
        isInOrder: name.startsWith('oldest'),
      }),
    ),
  ),
]
