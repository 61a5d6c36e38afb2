import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import {
  OUTBOUND_SHIPMENT_COLUMNS,
  type OutboundShipmentRow,
  type ShipmentStatus,
} from './outbound-shipment.ts'

export interface ShipmentPage {
  /** 1-indexed. */
  readonly page: number
  readonly limit: number
  readonly status?: ShipmentStatus
  readonly fboAccountId?: string
}

/**
 * One page of the caller's shipments, newest first, ties broken by id: a total order (Spec choice
 * N24). It reads one
 * row more than the page holds, so that `hasMore` is exact without counting.
 */
export async function listOutboundShipments(
  caller: Caller,
  database: Database,
  { page, limit, status, fboAccountId }: ShipmentPage,
): Promise<{ rows: OutboundShipmentRow[]; hasMore: boolean }> {
  // An offset past any table is cut: it finds nothing either way, and stays inside a bigint.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  const rows = await database.decide((sql) => {
    const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`
    const ofAccount = fboAccountId === undefined ? sql`` : sql`and fbo_account_id = ${fboAccountId}`
    return sql<OutboundShipmentRow[]>`
      select ${sql(OUTBOUND_SHIPMENT_COLUMNS)}
      from outbound_shipments
      where organization_id = ${caller.organizationId} ${ofAccount} ${ofStatus}
      order by created_at desc, id desc
      limit ${limit + 1} offset ${offset}`
  })
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}
