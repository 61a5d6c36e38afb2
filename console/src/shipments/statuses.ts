import type { OutboundShipment } from '../api/schema.ts'

export type ShipmentStatus = OutboundShipment['status']

/** The statuses of a shipment, in the order of its steps. */
export const SHIPMENT_STATUSES: readonly ShipmentStatus[] = [
  'packing',
  'inspecting',
  'pending_approval',
  'approved',
  'shipped',
  'delivered',
]
