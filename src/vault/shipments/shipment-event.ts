import type { ChangeRequest } from '../../database/changes/change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'

/** The event of a shipment that the request created, changed, approved, or took a step further. */
export function shipmentEvent(
  request: ChangeRequest<unknown>,
  { id, fboAccountId, totalItems, version }: ShipmentDetailsRow,
  { type, occurredAt, data }: { type: EventType; occurredAt: Date; data: EventData },
): NewEvent {
  return eventOf(request, type, {
    occurredAt,
    subject: { type: 'outbound_shipment', id },
    data: {
      version,
      ...data,
      fboAccountId,
      totalItems,
      itemsPath: `/v1/outbound-shipments/${id}/items`,
    },
  })
}
