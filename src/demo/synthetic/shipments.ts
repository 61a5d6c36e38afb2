import {
  SHIPMENT_STATUSES,
  SHIPPED_STATUSES,
  type ShipmentStatus,
} from '../../domain/shipment-statuses.ts'
import { type AgeDays, accountOlderThan, momentAgo, type Scene } from './accounts.ts'
import type { LogStep } from './item-log.ts'
import { DAY_MS } from './random.ts'

/** How long ago a shipment was created, by its status today. */
const AGE: Record<ShipmentStatus, AgeDays> = {
  packing: { least: 0.1, most: 4 },
  inspecting: { least: 1, most: 7 },
  pending_approval: { least: 2, most: 14 },
  approved: { least: 3, most: 18 },
  shipped: { least: 5, most: 30 },
  delivered: { least: 12, most: 365 },
}

/** The steps that lead from `packing` to `approved`, in their order. */
const STEPS = ['shipment_inspecting', 'shipment_submitted', 'shipment_approved'] as const

/** A row of `outbound_shipments` of 1 to 4 items, and what happened to each of them. */
export function generateShipment(scene: Scene, status: ShipmentStatus) {
  const { random, now } = scene
  const createdAt = momentAgo(scene, AGE[status])
  const id = random.id('ship', createdAt)
  const leftAfterMs = Math.min(now.getTime() - createdAt.getTime(), 9 * DAY_MS)
  const shippedAt = SHIPPED_STATUSES.includes(status)
    ? new Date(createdAt.getTime() + Math.floor(leftAfterMs * random.between(0.2, 0.9)))
    : null
  const steps = stepsUntil(scene, status, { createdAt, shippedAt }).map((step) => ({
    ...step,
    outboundShipmentId: id,
  }))
  const last = (kind: LogStep['kind']) => steps.findLast((step) => step.kind === kind)
  const held = steps.at(-1)?.kind === 'shipment_held' ? steps.at(-1) : undefined
  const tracking = `VX ${random.whole(1_000, 9_999)} ${random.whole(1_000, 9_999)}`
  const [carrier, service, trackingNumber] =
    shippedAt === null ? [null, null, null] : [...random.pick(CARRIERS), tracking]
  const shipment = {
    id,
    fboAccountId: accountOlderThan(createdAt, scene).id,
    status,
    shippedAt,
    createdAt,
    totalItems: random.whole(1, 4),
    notes: random.chance(0.8) ? null : random.pick(NOTES),
    approvedAt: last('shipment_approved')?.at ?? null,
    heldAt: held?.at ?? null,
    holdReason: held?.reason ?? null,
    carrier,
    service,
    trackingNumber,
    deliveredAt: last('shipment_delivered')?.at ?? null,
  }
  return { shipment, steps }
}

/** Some return to packing once or are held for a while; some of those in the vault are held now. */
function stepsUntil(
  { random, now }: Scene,
  status: ShipmentStatus,
  { createdAt, shippedAt }: { createdAt: Date; shippedAt: Date | null },
): LogStep[] {
  const kinds: LogStep['kind'][] = random.chance(0.1)
    ? ['shipment_inspecting', 'shipment_returned_to_packing']
    : []
  kinds.push(...STEPS.slice(0, SHIPMENT_STATUSES.indexOf(status)))
  if (random.chance(0.05)) kinds.push('shipment_held', 'shipment_released')
  else if (shippedAt === null && random.chance(0.08)) kinds.push('shipment_held')
  const span = { from: createdAt, until: shippedAt ?? now }
  const moments = kinds.map(() => random.moment(span)).sort((a, b) => a.getTime() - b.getTime())
  const steps: LogStep[] = kinds.map((kind, index) => ({
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

/** With their services. */
const CARRIERS: readonly (readonly [string, string | null])[] = [
  ['Northern Secure Freight', 'Overnight'],
  ['Northern Secure Freight', 'Two days'],
  ['Argent Couriers', 'Hand carried'],
  ['Collected by the owner', null],
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
