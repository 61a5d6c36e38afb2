import { KeysetPages } from '../database/keyset-page.ts'
import type { ListPages } from '../database/list-pages.ts'
import type { ListOrder } from '../domain/pagination.ts'
import { asOfInFuture, type HoldingRow } from './holding.ts'
import { HELD_STATUSES, ITEM_STATUS } from './inventory-item.ts'

const HELD = HELD_STATUSES.map((status) => `'${status}'`).join(', ')

/** By item id. */
const HOLDING_ORDER: ListOrder = {
  direction: 'ascending',
  key: [{ name: 'inventoryItemId', type: 'id' }],
}

const PRESENT = new KeysetPages<HoldingRow & { readonly readAt: Date }>({
  order: HOLDING_ORDER,
  columns: ['id'],
  conditions: {},
  select: ({ where, rows }) => `
    select id as inventory_item_id, ${ITEM_STATUS} as status, description, declared_value_cents,
      active_transfer_id, active_shipment_id, changed_at
    from inventory_items as item
    where organization_id = $1 and fbo_account_id = $2 and status in ('in_vault', 'on_hold') ${where}
    ${rows}`,
  recordTable: 'fbo_accounts',
  // Not now(), which is before the statement's snapshot: the statement sees what was committed
  // between the two.
  alsoRead: "date_trunc('milliseconds', clock_timestamp()) as read_at",
})

/**
 * Items as their last movements by `$3` left them, without claims that had expired by then.
 * Conditions on movements are columns: PostgreSQL then expects half of the rows to match, not one
 * in ten thousand. So it reads in the order of the list until the page is full, and does not sort
 * all rows.
 */
const heldOf = (items: string, where: string) => `
  select item.id as inventory_item_id,
    case when expired.id is null then to_status else 'in_vault' end as status,
    description, declared_value_cents,
    case when expired.id is null and to_status = 'transfer_pending' then transfer_batch_id end
      as active_transfer_id,
    case to_status when 'shipment_pending' then outbound_shipment_id end as active_shipment_id,
    coalesce(expired.expires_at, last.at) as changed_at
  from ${items}
  cross join lateral (
    select at, to_status, transfer_batch_id, outbound_shipment_id,
      to_fbo_account_id = $2 and to_status in (${HELD}) as is_holding
    from inventory_movements
    where organization_id = $1 and inventory_item_id = item.id and at <= $3::timestamptz
    order by number desc
    limit 1
  ) as last
  left join lateral (
    select id, expires_at
    from transfer_batches
    where organization_id = $1 and last.to_status = 'transfer_pending'
      and id = last.transfer_batch_id and expires_at <= $3::timestamptz
    limit 1
  ) as expired on true
  where is_holding and ${where}`

const HERE = heldOf(
  `inventory_items as item
  cross join lateral (
    select count(*) = 0 as is_first
    from inventory_stays
    where organization_id = $1 and inventory_item_id = item.id and ended_at > $3::timestamptz
  ) as since`,
  'item.organization_id = $1 and item.fbo_account_id = $2 and is_first',
)

const GONE = heldOf(
  `inventory_stays as stay
  join inventory_items as item on item.organization_id = $1 and item.id = stay.inventory_item_id`,
  `stay.organization_id = $1 and stay.fbo_account_id = $2
    and stay_span(stay.organization_id, stay.fbo_account_id, began_at, ended_at)
      @> stay_place($1, $2, $3::timestamptz)`,
)

/**
 * Holdings of an account at the moment `$3`: of the items that it has now, those with no stay that
 * ended after that moment; and the items of stays that had begun and not ended by then. Movements
 * of an item are ordered by number, and no later one has an earlier moment.
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
    const rows = await PAST.read(caller, database, request, fboAccountId, asOf)
    // The moment of a link was past when the link was made; the clock may have been set back since.
    const isOfLink = (request.anchor ?? request.after ?? request.before) !== undefined
    if (rows[0]?.isFuture === true && !isOfLink) throw asOfInFuture()
    return rows.length === 0 ? undefined : PAST.toPage(rows, request)
  },
}
