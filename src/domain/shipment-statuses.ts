/** The statuses of an outbound shipment, in the order of its steps. */
export const SHIPMENT_STATUSES = [
  'packing',
  'inspecting',
  'pending_approval',
  'approved',
  'shipped',
  'delivered',
] as const

export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

/** The statuses of a shipment that has left the vault, and so has a `shippedAt`. */
export const SHIPPED_STATUSES: readonly ShipmentStatus[] = ['shipped', 'delivered']
