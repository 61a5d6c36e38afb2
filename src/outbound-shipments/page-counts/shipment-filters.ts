import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../domain/shipment-statuses.ts'

/** Which shipments a list shows. */
export interface ShipmentFilters {
  readonly status?: ShipmentStatus
  readonly fboAccountId?: string
  /** Only those that were cancelled; else only those that were not. */
  readonly cancelled?: 'true' | 'false'
}

/** What a list with these filters shows of an organization, as conditions on `shipment`. */
export const SHIPMENT_CONDITIONS = {
  cancelled: (cancelled: 'true' | 'false' | undefined) =>
    `and shipment.cancelled_at is ${cancelled === 'true' ? 'not null' : 'null'}`,
  fboAccountId: 'and shipment.fbo_account_id = ?',
  // Written out. PostgreSQL would expect a plan for just this value to be much cheaper than one for
  // any, and plan the statement again each time, which takes as long as to run it.
  status: (status: ShipmentStatus | undefined) =>
    status === undefined ? '' : `and shipment.status = ${statusLiteral(status)}`,
}

/** The same as one text, where the account is named `account`. */
export function shipmentsListed(filters: ShipmentFilters, account: string): string {
  const { status, fboAccountId, cancelled } = filters
  const ofAccount =
    fboAccountId === undefined ? '' : SHIPMENT_CONDITIONS.fboAccountId.replace('?', account)
  return `${SHIPMENT_CONDITIONS.cancelled(cancelled)} ${ofAccount} ${SHIPMENT_CONDITIONS.status(status)}`
}

/** A status as SQL has it; one that is not known never comes to stand in a text. */
export function statusLiteral(status: ShipmentStatus): string {
  return `'${SHIPMENT_STATUSES[SHIPMENT_STATUSES.indexOf(status)]}'`
}
