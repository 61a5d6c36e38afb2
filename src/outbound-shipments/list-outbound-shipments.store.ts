import type { Caller } from '../caller.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import {
  NEWEST_FIRST,
  type Page,
  type PageRequest,
  type RowKey,
  rowsBefore,
  toPage,
} from '../pages.ts'
import { pageStart } from './find-page-start.store.ts'
import { OUTBOUND_SHIPMENT_COLUMNS, type OutboundShipmentRow } from './outbound-shipment.ts'
import { BLOCK_SIZES, type ShipmentKey } from './shipment-blocks.ts'
import { type ShipmentFilters, shipmentsListed } from './shipment-filters.ts'

/** Up to here it costs less to skip shipments than to find out where the page begins. */
const OFFSET_SKIPPED_MAX = 500

/** More changes than these, or more shipments read one by one, and the counts should be tended. */
const CHANGES_MAX = 2_000
const UNCOUNTED_MAX = 4 * BLOCK_SIZES.shipments

export interface ShipmentPage extends Page<OutboundShipmentRow> {
  /** The page took longer to find than it should: `tendShipmentBlocks` helps. */
  readonly tendingIsDue: boolean
}

/**
 * One page of the caller's shipments, newest first, ties broken by id: a total order (Spec choice
 * N24).
 */
export async function listOutboundShipments(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & ShipmentFilters,
): Promise<ShipmentPage> {
  if (rowsBefore(request) > OFFSET_SKIPPED_MAX) return await listDeepPage(caller, database, request)
  const rows = await database.decide(caller, (sql) => {
    const select = (cut: PageCut) => sql`
      select ${sql(OUTBOUND_SHIPMENT_COLUMNS)}
      from outbound_shipments as shipment
      where organization_id = ${caller.organizationId} and ${shipmentsListed(sql, request)}
        ${cut.where}
      ${cut.rows}`
    return pageRows<OutboundShipmentRow>(sql, request, NEWEST_FIRST, select)
  })
  return { ...toPage(rows, request, NEWEST_FIRST), tendingIsDue: false }
}

type DeepRow = OrNulls<OutboundShipmentRow> & {
  readonly tendingIsDue: boolean
}

/** A page by its number, found by counts and not by reading all that is before it. */
export async function listDeepPage(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & ShipmentFilters,
): Promise<ShipmentPage> {
  const { limit, pin } = request
  const place = { offset: rowsBefore(request), ...(pin && { upTo: toShipmentKey(pin) }) }
  const found = await database.decide(
    caller,
    (sql) => sql<[DeepRow, ...DeepRow[]]>`
      with ${pageStart(caller, sql, { ...request, ...place })}
      select page.*,
        uncounted > ${UNCOUNTED_MAX} or changes > ${CHANGES_MAX} as tending_is_due
      from start left join lateral (
        select ${sql(OUTBOUND_SHIPMENT_COLUMNS)}
        from outbound_shipments as shipment
        where organization_id = ${caller.organizationId} and ${shipmentsListed(sql, request)}
          and (shipment.created_at, shipment.id) <= (start.created_at, start.id)
        order by created_at desc, id desc
        limit ${limit + 1} offset start.rest
      ) as page on true`,
  )
  const { tendingIsDue } = found[0]
  const rows = found.flatMap(({ tendingIsDue: _, ...row }) => (row.id === null ? [] : [row]))
  // A page past the end is far from every block, and tending brings it no nearer.
  return { ...toPage(rows, request, NEWEST_FIRST), tendingIsDue: tendingIsDue && rows.length > 0 }
}

/** The row that a walk began at. */
function toShipmentKey([createdAt, id]: RowKey): ShipmentKey {
  return { createdAt: new Date(createdAt as string), id: id as string }
}
