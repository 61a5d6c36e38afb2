import {
  SHIPMENT_STATUSES,
  SHIPPED_STATUSES,
  type ShipmentStatus,
} from '../domain/shipment-statuses.ts'
import type { MovementKind } from '../inventory-items/inventory-movement.ts'
import type { ShipmentDetailsRow } from '../outbound-shipments/outbound-shipment.ts'
import { accountOlderThan, momentAgo, type Scene } from './demo-scene.ts'
import { DAY_MS } from './random.ts'

/** A step of a shipment, which stands in the log of each of its items. */
export interface ShipmentStep {
  readonly kind: Extract<MovementKind, `shipment_${string}`>
  readonly at: Date
  readonly reason?: string
}

export interface DemoShipment extends ShipmentDetailsRow {
  /** From its creation to where it stands now. */
  readonly steps: readonly ShipmentStep[]
}

/** How long ago a shipment was begun, in days, by where it stands now. */
const AGE_DAYS: Record<ShipmentStatus, { least: number; most: number }> = {
  packing: { least: 0.1, most: 4 },
  inspecting: { least: 1, most: 7 },
  pending_approval: { least: 2, most: 14 },
  approved: { least: 3, most: 18 },
  shipped: { least: 5, most: 30 },
  delivered: { least: 12, most: 365 },
}

/** What leads to each state from the one before; `shipped` and `delivered` have moments of their own. */
const STEPS = [
  ['inspecting', 'shipment_inspecting'],
  ['pending_approval', 'shipment_submitted'],
  ['approved', 'shipment_approved'],
] as const

/** Shipments in every state, each begun as long ago as is usual for where it stands. */
export function generateShipments(
  scene: Scene,
  counts: Readonly<Record<ShipmentStatus, number>>,
): DemoShipment[] {
  return SHIPMENT_STATUSES.flatMap((status) =>
    Array.from({ length: counts[status] }, () => generateShipment(scene, status)),
  )
}

function generateShipment(scene: Scene, status: ShipmentStatus): DemoShipment {
  const { random, now } = scene
  const createdAt = momentAgo(scene, AGE_DAYS[status])
  const account = accountOlderThan(createdAt, scene)
  const leftAfterMs = Math.min(now.getTime() - createdAt.getTime(), 9 * DAY_MS)
  const shippedAt = SHIPPED_STATUSES.includes(status)
    ? new Date(createdAt.getTime() + Math.floor(leftAfterMs * (0.2 + 0.7 * random.next())))
    : null
  const steps = stepsUntil(scene, status, { createdAt, shippedAt })
  const last = (kind: ShipmentStep['kind']) => steps.findLast((step) => step.kind === kind)
  const held = steps.at(-1)?.kind === 'shipment_held' ? steps.at(-1) : undefined
  return {
    id: random.id('ship', createdAt),
    fboAccountId: account.id,
    organizationId: account.organizationId,
    status,
    shippedAt,
    createdAt,
    totalItems: random.whole(1, 4),
    notes: random.chance(0.8) ? null : random.pick(NOTES),
    createdByTokenId: null,
    approvedAt: last('shipment_approved')?.at ?? null,
    approvedByTokenId: null,
    heldAt: held?.at ?? null,
    holdReason: held?.reason ?? null,
    cancelledAt: null,
    cancellationReason: null,
    ...(shippedAt === null ? NO_CARRIER : { ...random.pick(CARRIERS), trackingNumber: tracking() }),
    deliveredAt: last('shipment_delivered')?.at ?? null,
    version: 1,
    steps,
  }

  function tracking(): string {
    return `VX ${random.whole(1_000, 9_999)} ${random.whole(1_000, 9_999)}`
  }
}

/** Some go back to packing once, or are held for a while; some in the vault are on hold now. */
function stepsUntil(
  { random, now }: Scene,
  status: ShipmentStatus,
  { createdAt, shippedAt }: { createdAt: Date; shippedAt: Date | null },
): ShipmentStep[] {
  const reached = SHIPMENT_STATUSES.indexOf(status)
  const kinds: ShipmentStep['kind'][] = random.chance(0.1)
    ? ['shipment_inspecting', 'shipment_returned_to_packing']
    : []
  for (const [state, kind] of STEPS) {
    if (SHIPMENT_STATUSES.indexOf(state) <= reached) kinds.push(kind)
  }
  if (random.chance(0.05)) kinds.push('shipment_held', 'shipment_released')
  else if (shippedAt === null && random.chance(0.08)) kinds.push('shipment_held')
  const span = { from: createdAt, until: shippedAt ?? now }
  const moments = kinds.map(() => random.moment(span)).sort((a, b) => a.getTime() - b.getTime())
  const steps: ShipmentStep[] = kinds.map((kind, index) => ({
    kind,
    at: moments[index] as Date,
    ...(kind === 'shipment_held' && { reason: random.pick(HOLD_REASONS) }),
  }))
  if (shippedAt !== null) steps.push({ kind: 'shipment_shipped', at: shippedAt })
  if (shippedAt !== null && status === 'delivered') {
    const until = new Date(Math.min(now.getTime(), shippedAt.getTime() + 5 * DAY_MS))
    const at = random.moment({ from: shippedAt, until })
    steps.push({ kind: 'shipment_delivered', at })
  }
  return [{ kind: 'shipment_created', at: createdAt }, ...steps]
}

const NO_CARRIER = { carrier: null, service: null, trackingNumber: null }

const CARRIERS: readonly { carrier: string; service: string | null }[] = [
  { carrier: 'Northern Secure Freight', service: 'Overnight' },
  { carrier: 'Northern Secure Freight', service: 'Two days' },
  { carrier: 'Argent Couriers', service: 'Hand carried' },
  { carrier: 'Collected by the owner', service: null },
]

const HOLD_REASONS = [
  'Address to be confirmed',
  'Insurance certificate is missing',
  'Owner asked to wait until after the auction',
]

const NOTES = [
  'Insure for the full value',
  'Call before the delivery',
  'Two signatures on receipt',
  'Pack apart from the other lots',
]
