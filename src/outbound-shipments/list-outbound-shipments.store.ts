import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { type PageCut, pageRows } from '../database/page-rows.ts'
import { NEWEST_FIRST, type Page, type PageRequest, toPage } from '../pages.ts'
import {
  OUTBOUND_SHIPMENT_COLUMNS,
  type OutboundShipmentRow,
  type ShipmentStatus,
} from './outbound-shipment.ts'

export interface ShipmentFilters {
  readonly status?: ShipmentStatus
  readonly fboAccountId?: string
  /** Only those that were cancelled; else only those that were not. */
  readonly cancelled?: 'true' | 'false'
}

/**
 * One page of the caller's shipments, newest first, ties broken by id: a total order (Spec choice
 * N24).
 */
export async function listOutboundShipments(
  caller: Caller,
  database: Database,
  request: PageRequest & ShipmentFilters,
): Promise<Page<OutboundShipmentRow>> {
  const { status, fboAccountId, cancelled } = request
  const rows = await database.decide((sql) => {
    const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`
    const ofAccount = fboAccountId === undefined ? sql`` : sql`and fbo_account_id = ${fboAccountId}`
    const isCancelled = cancelled === 'true' ? sql`is not null` : sql`is null`
    const select = (cut: PageCut) => sql`
      select ${sql(OUTBOUND_SHIPMENT_COLUMNS)}
      from outbound_shipments
      where organization_id = ${caller.organizationId} ${ofAccount} ${ofStatus}
        and cancelled_at ${isCancelled}
        ${cut.where}
      ${cut.rows}`
    return pageRows<OutboundShipmentRow>(sql, request, NEWEST_FIRST, select)
  })
  return toPage(rows, request, NEWEST_FIRST)
}
