import { KeysetPages } from '../../database/keyset-page.ts'
import type { ListPages } from '../../database/list-pages.ts'
import type { ListOrder } from '../../domain/pagination.ts'
import { HELD_NOW, heldThen, stillHeld } from './held-items.store.ts'
import { asOfInFuture, type HoldingRow, momentOf } from './holding.ts'

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
    const rows = await PAST.read(caller, database, request, fboAccountId, momentOf(asOf))
    // The moment of a link was past when the link was made; the clock may have been set back since.
    const isOfLink = (request.anchor ?? request.after ?? request.before) !== undefined
    if (rows[0]?.isFuture === true && !isOfLink) throw asOfInFuture()
    return rows.length === 0 ? undefined : PAST.toPage(rows, request)
  },
}
