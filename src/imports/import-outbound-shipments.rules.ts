import { SHIPPED_STATUSES, type ShipmentStatus } from '../domain/shipment-statuses.ts'
import type { ImportedRow, RowViolation } from './import-spec.ts'

/** A shipment has a time of leaving once it has left, and not before. */
export function shipmentRowViolations({ status, shippedAt }: ImportedRow): readonly RowViolation[] {
  // A cell that is invalid by itself says nothing about the other.
  if (status === undefined || shippedAt === undefined) return []
  const shipped = SHIPPED_STATUSES.includes(status as ShipmentStatus)
  if (shipped === (shippedAt !== null)) return []
  const column = 'shippedAt'
  return shipped
    ? [{ column, code: 'required', detail: `shippedAt is empty: ${status} needs it.` }]
    : [{ column, code: 'invalid_value', detail: REFUSED }]
}

const REFUSED = `shippedAt must be empty unless the status is ${SHIPPED_STATUSES.join(' or ')}.`
