import type { Fragment, Sql } from 'postgres'
import type { ShipmentStatus } from './outbound-shipment.ts'

/** Which shipments a list shows. */
export interface ShipmentFilters {
  readonly status?: ShipmentStatus
  readonly fboAccountId?: string
  /** Only those that were cancelled; else only those that were not. */
  readonly cancelled?: 'true' | 'false'
}

/** What a list with these filters shows of an organization, as a condition on `shipment`. */
export function shipmentsListed(sql: Sql, filters: ShipmentFilters): Fragment {
  const { status, fboAccountId, cancelled } = filters
  const ofAccount =
    fboAccountId === undefined ? sql`` : sql`and shipment.fbo_account_id = ${fboAccountId}`
  const ofStatus =
    status === undefined ? sql`` : sql`and shipment.status = ${STATUS_LITERALS[status](sql)}`
  const isCancelled = cancelled === 'true' ? sql`is not null` : sql`is null`
  return sql`shipment.cancelled_at ${isCancelled} ${ofAccount} ${ofStatus}`
}

/**
 * Written out: as a parameter, a status that few shipments have makes PostgreSQL expect a plan for
 * just that value to be much cheaper, and plan the statement anew each time, which takes as long as
 * to run it.
 */
const STATUS_LITERALS: Record<ShipmentStatus, (sql: Sql) => Fragment> = {
  packing: (sql) => sql`'packing'`,
  inspecting: (sql) => sql`'inspecting'`,
  pending_approval: (sql) => sql`'pending_approval'`,
  approved: (sql) => sql`'approved'`,
  shipped: (sql) => sql`'shipped'`,
  delivered: (sql) => sql`'delivered'`,
}
