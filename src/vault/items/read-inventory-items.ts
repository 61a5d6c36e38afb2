import { KeysetPages, type ListPages } from '../../database/keyset-page.ts'
import { findById } from '../../database/record.ts'
import type { ListOrder } from '../../domain/pagination.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { FBO_ACCOUNT_BY_ID } from '../accounts/fbo-account.ts'
import {
  asOfInFuture,
  HELD_NOW,
  HOLDING,
  type HoldingRow,
  heldThen,
  momentAsOf,
  stillHeld,
  toHolding,
} from './held-items.ts'
import {
  INVENTORY_ITEM,
  INVENTORY_ITEM_BY_ID,
  type InventoryItemRow,
  SHOWN_ITEM_COLUMNS,
  toInventoryItem,
} from './inventory-item.ts'
import {
  INVENTORY_MOVEMENT,
  INVENTORY_MOVEMENT_COLUMNS,
  type InventoryMovementRow,
  toInventoryMovement,
} from './inventory-movement.ts'

export const getInventoryItem = findById<InventoryItemRow>(`
  select ${SHOWN_ITEM_COLUMNS}
  from inventory_items as item
  where organization_id = $1 and id = $2`)

export const getInventoryItemRoute = operation({
  operationId: 'getInventoryItem',
  description:
    'Reads one item: its account, its status, the transfer or shipment that holds it, its ' +
    'identifiers and evidence.',
  path: '/v1/inventory-items/{id}',
  permission: 'inventory_items:read',
  ...INVENTORY_ITEM_BY_ID,
  success: versionedResponse('The item.', INVENTORY_ITEM),
  expiresTransfersFirst: true,
  handle: readRecord(getInventoryItem, toInventoryItem),
})

/** Oldest first. */
export const MOVEMENT_PAGES = new KeysetPages<InventoryMovementRow>({
  order: { direction: 'ascending', key: [{ name: 'number', type: 'number' }] },
  conditions: {},
  select: ({ where, rows }) => `
    select ${INVENTORY_MOVEMENT_COLUMNS}
    from inventory_movements
    where organization_id = $1 and inventory_item_id = $2 ${where}
    ${rows}`,
  recordTable: 'inventory_items',
})

export const listInventoryMovementsRoute = listOperation({
  operationId: 'listInventoryMovements',
  description:
    'Lists every movement of one item, oldest first, page by page: when, who, what, from ' +
    'where and to where. The last movement shows the present state of the item.',
  path: '/v1/inventory-items/{id}/movements',
  permission: 'inventory_items:read',
  ...INVENTORY_ITEM_BY_ID,
  whatMayChange: 'Movements made in the meantime come at the end.',
  entry: INVENTORY_MOVEMENT,
  entries: 'movements',
  expiresTransfersFirst: true,
  pages: MOVEMENT_PAGES,
  toView: toInventoryMovement,
})

const HOLDING_ORDER: ListOrder = {
  direction: 'ascending',
  key: [{ name: 'inventoryItemId', type: 'id' }],
}

const PRESENT = new KeysetPages<HoldingRow & { readonly readAt: Date }>({
  order: HOLDING_ORDER,
  columns: ['id'],
  conditions: {},
  select: ({ where, rows }) => `
    ${HELD_NOW} ${where}
    ${rows}`,
  recordTable: 'fbo_accounts',
  // Not now(), which is before the statement's snapshot: the statement sees what was committed
  // between the two.
  alsoRead: "date_trunc('milliseconds', clock_timestamp()) as read_at",
})

const THEN = { account: '$2', moment: '$3::timestamptz' }
const HERE = stillHeld(THEN)
const GONE = heldThen(THEN)

/**
 * Holdings of an account at the moment `$3`, with the values of then: of the items that it has now,
 * and of those that have left it since.
 */
const PAST = new KeysetPages<HoldingRow & { readonly isFuture: boolean }>({
  order: HOLDING_ORDER,
  conditions: {},
  select: ({ where, rows, rowsOfPart }) => {
    // Items that are here are read in order, one page; items that are gone are all read and sorted.
    const here = `(select * from (${HERE}) as here where true ${where} ${rowsOfPart})`
    const gone = `(select * from (${GONE}) as gone where true ${where} offset 0)`
    return `select * from (${here} union all ${gone}) as held where true ${where} ${rows}`
  },
  recordTable: 'fbo_accounts',
  alsoRead: '$3::timestamptz > now() as is_future',
  isSlow: true,
})

/**
 * The holdings of an account now, or at the moment `asOf`, by item id. The present has an `asOf`, too:
 * a moment by which every visible movement has happened. Later pages are read as of that moment.
 * @throws {Refusal} if `asOf` is in the future
 */
export const HOLDING_PAGES: ListPages<HoldingRow> = {
  order: HOLDING_ORDER,
  find: async (caller, database, request, fboAccountId = '') => {
    const { asOf } = request
    if (asOf === undefined) {
      const rows = await PRESENT.read(caller, database, request, fboAccountId)
      const readAt = rows[0]?.readAt
      return readAt && { ...PRESENT.toPage(rows, request), asOf: readAt.toISOString() }
    }
    const rows = await PAST.read(caller, database, request, fboAccountId, momentAsOf(asOf))
    // The moment of a link was past when the link was made; the clock may have been set back since.
    const isOfLink = (request.anchor ?? request.after ?? request.before) !== undefined
    if (rows[0]?.isFuture === true && !isOfLink) throw asOfInFuture()
    return rows.length === 0 ? undefined : PAST.toPage(rows, request)
  },
}

export const listHoldingsRoute = listOperation({
  operationId: 'listHoldings',
  description:
    'Lists the items that an account holds now, or held at a past moment, by item id, page ' +
    'by page. An account holds an item from its intake, or from the completion of the ' +
    'transfer that brought it. The holding ends when a transfer takes the item away, or ' +
    'when the item leaves the vault.',
  path: '/v1/fbo-accounts/{id}/holdings',
  permission: 'inventory_items:read',
  ...FBO_ACCOUNT_BY_ID,
  asOf:
    'Show what the account held at this moment (RFC 3339). It cannot be in the future. ' +
    'Default: now.',
  whatMayChange:
    'All pages show the same moment: `asOf`, or the time at which the first page was read. ' +
    'A change that was being committed at that moment may count only from a later page on.',
  entry: HOLDING,
  entries: 'holdings',
  expiresTransfersFirst: true,
  pages: HOLDING_PAGES,
  toView: toHolding,
})
