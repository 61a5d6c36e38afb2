import type { ChangeRequest } from '../database/changes/change.ts'
import { type EventType, eventOf, type NewEvent } from '../domain/events.ts'
import type { ShipmentStatus } from '../domain/shipment-statuses.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'

interface ShipmentChange {
  readonly occurredAt: Date
  readonly statusBefore: ShipmentStatus | null
  readonly changedMembers?: readonly string[]
}

/** The event of a shipment that the request created, changed, or took a step further. */
export function shipmentEvent(
  request: ChangeRequest<unknown>,
  type: EventType,
  { id, fboAccountId, status, totalItems, version }: ShipmentDetailsRow,
  { occurredAt, statusBefore, changedMembers }: ShipmentChange,
): NewEvent {
  return eventOf(request, type, {
    occurredAt,
    subject: { type: 'outbound_shipment', id },
    data: {
      version,
      ...(changedMembers !== undefined && { changedMembers: [...changedMembers] }),
      ...(statusBefore !== null && { statusBefore }),
      statusAfter: status,
      fboAccountId,
      totalItems,
      itemsPath: `/v1/outbound-shipments/${id}/items`,
    },
  })
}
