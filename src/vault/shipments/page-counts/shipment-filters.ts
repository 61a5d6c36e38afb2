import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../../domain/shipment-statuses.ts'

export interface ShipmentFilters {
  readonly status?: ShipmentStatus
  readonly fboAccountId?: string
  /** Only those that were cancelled; else only those that were not. */
  readonly cancelled?: 'true' | 'false'
}

/** The filters as conditions on `shipment`. */
export const SHIPMENT_CONDITIONS = {
  cancelled: (cancelled: 'true' | 'false' | undefined) =>
    `and shipment.cancelled_at is ${cancelled === 'true' ? 'not null' : 'null'}`,
  fboAccountId: 'and shipment.fbo_account_id = ?',
  // A literal, not a parameter: so the plan of each status rests on how frequent that status is.
  status: (status: ShipmentStatus | undefined) =>
    status === undefined ? '' : `and shipment.status = ${statusLiteral(status)}`,
}

/** All of them as one text, in which `account` stands for the account. */
export function shipmentsListed(filters: ShipmentFilters, account: string): string {
  const { status, fboAccountId, cancelled } = filters
  const ofAccount =
    fboAccountId === undefined ? '' : SHIPMENT_CONDITIONS.fboAccountId.replace('?', account)
  return `${SHIPMENT_CONDITIONS.cancelled(cancelled)} ${ofAccount} ${SHIPMENT_CONDITIONS.status(status)}`
}

/** A status as an SQL literal; an unknown one never gets into a text. */
export function statusLiteral(status: ShipmentStatus): string {
  return `'${SHIPMENT_STATUSES[SHIPMENT_STATUSES.indexOf(status)]}'`
}

/** The stored columns of a listed shipment; the lists' indexes have all of them. */
export const LISTED_COLUMNS = 'id, fbo_account_id, organization_id, status, shipped_at, created_at'

/**
 * The values of a listed shipment, without a Date. They are computed of the rows of the subquery
 * `page`, which has skipped what precedes them: so nothing is computed of rows that are skipped.
 */
export const SHIPMENT_VALUES = `page.id, page.fbo_account_id, page.organization_id, page.status,
  (extract(epoch from page.shipped_at) * 1000)::float8 as shipped, page.created_at::text as created`

export type ShipmentValues = readonly [
  id: string,
  fboAccountId: string,
  organizationId: string,
  status: ShipmentStatus,
  shippedAt: number | null,
  createdAt: string,
]
