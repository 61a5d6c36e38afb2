import type { ShipmentMove } from '../../vault/shipments/move-shipment.ts'

// The decisions on the demo's transfers, and the moves of its shipments.

/** Null: the transfer expires. */
export const DECISIONS = [
  { verb: 'approve' },
  { verb: 'reject', reason: 'Certificate numbers do not match the items' },
  { verb: 'approve' },
  { verb: 'cancel', reason: 'The buyer withdrew' },
  null,
] as const

/** The moves of a shipment, one for each round. Some are cancelled, and some stay on hold. */
export function movesOf(number: number): ShipmentMove[] {
  const hold = { verb: 'hold', reason: 'Address to be confirmed' } as const
  if (number % 13 === 6) return [{ verb: 'inspect' }, { verb: 'cancel', reason: 'Not insured' }]
  return [
    { verb: 'inspect' },
    ...(number % 5 === 4 ? [hold, { verb: 'release' } as const] : []),
    { verb: 'submit' },
    // Not approved while it is on hold.
    ...(number % 11 === 4 ? [hold] : shipped(number)),
  ]
}

/** One of four is still with its carrier. */
function shipped(number: number): ShipmentMove[] {
  const carrier = number % 2 === 0 ? 'Northern Secure Freight' : 'Argent Couriers'
  const trackingNumber = `VX ${1_000 + number} ${9_999 - number * 7}`
  return [
    { verb: 'approve' },
    { verb: 'ship', carrier, service: 'Overnight', trackingNumber },
    ...(number % 4 === 1 ? [] : [{ verb: 'deliver' } as const]),
  ]
}
