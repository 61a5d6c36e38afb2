import type { OutboundShipment, OutboundShipmentDetails } from '../api/schema.ts'
import { words } from '../display/format.ts'
import type { Permission } from '../session/caller.tsx'

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

/** Every verb, in the order in which they are offered. */
export const VERBS = [
  'inspect',
  'submit',
  'approve',
  'ship',
  'deliver',
  'release',
  'return-to-packing',
  'hold',
  'cancel',
] as const

export type ShipmentVerb = (typeof VERBS)[number]

export function permissionOf(verb: ShipmentVerb): Permission {
  return verb === 'approve' ? 'outbound_shipments:approve' : 'outbound_shipments:update'
}

const VERBS_OF: Readonly<Record<ShipmentStatus, readonly ShipmentVerb[]>> = {
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
  return heldAt === null ? VERBS_OF[status] : ['release', 'cancel']
}

/** The state of the shipment in a sentence. */
export function stateWords({ status, heldAt, cancelledAt }: OutboundShipmentDetails): string {
  const state = cancelledAt !== null ? 'cancelled' : heldAt !== null ? 'on hold' : words(status)
  return `The shipment is now ${state.toLowerCase()}.`
}
