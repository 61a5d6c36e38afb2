import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import { type Page, type PageRequest, rowsToRead, toPage } from '../pages.ts'
import { pageStart } from './find-page-start.store.ts'
import { OUTBOUND_SHIPMENT_COLUMNS, type OutboundShipmentRow } from './outbound-shipment.ts'
import { BLOCK_SIZES } from './shipment-blocks.ts'
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
  database: Database,
  request: PageRequest & ShipmentFilters,
): Promise<ShipmentPage> {
  const { offset, count } = rowsToRead(request)
  if (offset > OFFSET_SKIPPED_MAX) return await listDeepPage(caller, database, request)
  const rows = await database.decide(
    (sql) => sql<OutboundShipmentRow[]>`
      select ${sql(OUTBOUND_SHIPMENT_COLUMNS)}
      from outbound_shipments as shipment
      where organization_id = ${caller.organizationId} and ${shipmentsListed(sql, request)}
      order by created_at desc, id desc
      limit ${count} offset ${offset}`,
  )
  return { ...toPage(rows, request), tendingIsDue: false }
}

type DeepRow = OrNulls<OutboundShipmentRow> & {
  readonly tendingIsDue: boolean
}

/** The page is found by counts, not by reading all that is before it. */
export async function listDeepPage(
  caller: Caller,
  database: Database,
  request: PageRequest & ShipmentFilters,
): Promise<ShipmentPage> {
  const { offset, count } = rowsToRead(request)
  const found = await database.decide(
    (sql) => sql<[DeepRow, ...DeepRow[]]>`
      with ${pageStart(caller, sql, { ...request, offset })}
      select page.*,
        uncounted > ${UNCOUNTED_MAX} or changes > ${CHANGES_MAX} as tending_is_due
      from start left join lateral (
        select ${sql(OUTBOUND_SHIPMENT_COLUMNS)}
        from outbound_shipments as shipment
        where organization_id = ${caller.organizationId} and ${shipmentsListed(sql, request)}
          and (shipment.created_at, shipment.id) <= (start.created_at, start.id)
        order by created_at desc, id desc
        limit ${count} offset start.rest
      ) as page on true`,
  )
  const { tendingIsDue } = found[0]
  const rows = found.flatMap(({ tendingIsDue: _, ...row }) => (row.id === null ? [] : [row]))
  return { ...toPage(rows, request), tendingIsDue }
}
