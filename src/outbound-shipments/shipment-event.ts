import { approvalData, type CallersApproval } from '../approvals/approval.ts'
import type { ChangeRequest } from '../database/changes/change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../domain/events.ts'
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
  shipment: ShipmentDetailsRow,
  { occurredAt, statusBefore, changedMembers }: ShipmentChange,
): NewEvent {
  return eventOfShipment(request, shipment, {
    type,
    occurredAt,
    data: {
      ...(changedMembers !== undefined && { changedMembers: [...changedMembers] }),
      ...(statusBefore !== null && { statusBefore }),
      statusAfter: shipment.status,
    },
  })
}

/** The event of an approval that is one of several. */
export function approvalEvent(
  request: ChangeRequest<unknown>,
  shipment: ShipmentDetailsRow,
  approval: CallersApproval,
): NewEvent {
  const type = 'outbound_shipment.approval_given'
  const occurredAt = new Date(approval.atMs)
  return eventOfShipment(request, shipment, { type, occurredAt, data: approvalData(approval) })
}

function eventOfShipment(
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
