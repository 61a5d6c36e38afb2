import type { OutboundShipment, OutboundShipmentDetails } from '../api/schema.ts'

export type ShipmentStatus = OutboundShipment['status']

/** The statuses of a shipment, in the order of its steps. */
export const SHIPMENT_STATUSES = [
  'packing',
  'inspecting',
  'pending_approval',
  'approved',
  'shipped',
  'delivered',
] as readonly ShipmentStatus[]

export type ShipmentVerb =
  | 'inspect'
  | 'submit'
  | 'approve'
  | 'return-to-packing'
  | 'ship'
  | 'deliver'
  | 'hold'
  | 'release'
  | 'cancel'

/** The verbs of each status, in the order in which they are offered. */
const VERBS: Readonly<Record<ShipmentStatus, readonly ShipmentVerb[]>> = {
  packing: ['inspect', 'hold', 'cancel'],
  inspecting: ['submit', 'return-to-packing', 'hold', 'cancel'],
  pending_approval: ['approve', 'return-to-packing', 'hold', 'cancel'],
  approved: ['ship', 'hold', 'cancel'],
  shipped: ['deliver'],
  delivered: [],
}

/** The verbs that the shipment allows now. On hold it can only be released or cancelled. */
export function verbsTaken(shipment: OutboundShipmentDetails): readonly ShipmentVerb[] {
  const { status, heldAt, cancelledAt } = shipment
  if (cancelledAt !== null) return []
  return heldAt === null ? VERBS[status] : ['release', 'cancel']
}
