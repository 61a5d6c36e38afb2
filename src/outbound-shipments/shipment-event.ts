import type { ChangeRequest } from '../database/changes/change.ts'
import { type EventType, eventOf, type NewEvent } from '../domain/events.ts'
import type { ShipmentStatus } from '../domain/shipment-statuses.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'

/** The event of a shipment that the request created, or took a step further. */
export function shipmentEvent(
  request: ChangeRequest<unknown>,
  type: EventType,
  { id, fboAccountId, status, totalItems, version }: ShipmentDetailsRow,
  { occurredAt, statusBefore }: { occurredAt: Date; statusBefore: ShipmentStatus | null },
): NewEvent {
  return eventOf(request, type, {
    occurredAt,
    subject: { type: 'outbound_shipment', id },
    data: {
      version,
      ...(statusBefore !== null && { statusBefore }),
      statusAfter: status,
      fboAccountId,
      totalItems,
      itemsPath: `/v1/outbound-shipments/${id}/items`,
    },
  })
}
