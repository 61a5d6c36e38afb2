/** The states of an outbound shipment, in the order that it goes through them. */
export const SHIPMENT_STATUSES = [
  'packing',
  'inspecting',
  'pending_approval',
  'approved',
  'shipped',
  'delivered',
] as const

export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

/** The states in which a shipment has left the vault, and so has a `shippedAt`. */
export const SHIPPED_STATUSES: readonly ShipmentStatus[] = ['shipped', 'delivered']
