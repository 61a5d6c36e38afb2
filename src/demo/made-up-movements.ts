import type { FboAccountRow } from '../fbo-accounts/fbo-account.ts'
import {
  type OutboundShipmentRow,
  SHIPMENT_STATUSES,
  SHIPPED_STATUSES,
  type ShipmentStatus,
} from '../outbound-shipments/outbound-shipment.ts'
import { TRANSFER_STATUSES, type TransferBatchRow } from '../transfers/transfer-batch.ts'
import { DAY_MS, type Random } from './random.ts'

export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/** What movements are made up from. */
export interface Scene {
  /** Oldest first; the first is older than any movement. */
  readonly accounts: readonly FboAccountRow[]
  readonly random: Random
  readonly now: Date
}

/** How long ago a shipment was begun, in days, by where it stands now. */
const SHIPMENT_AGE_DAYS: Record<ShipmentStatus, { least: number; most: number }> = {
  packing: { least: 0.1, most: 4 },
  inspecting: { least: 1, most: 7 },
  pending_approval: { least: 2, most: 14 },
  approved: { least: 3, most: 18 },
  shipped: { least: 5, most: 30 },
  delivered: { least: 12, most: 365 },
}

/** Shipments in every state, each begun as long ago as is usual for where it stands. */
export function makeUpShipments(
  scene: Scene,
  counts: Readonly<Record<ShipmentStatus, number>>,
): OutboundShipmentRow[] {
  const { random, now } = scene
  return SHIPMENT_STATUSES.flatMap((status) =>
    Array.from({ length: counts[status] }, () => {
      const createdAt = moment(scene, SHIPMENT_AGE_DAYS[status])
      const account = accountOlderThan(createdAt, scene)
      const leftAfterMs = Math.min(now.getTime() - createdAt.getTime(), 9 * DAY_MS)
      return {
        id: random.id('ship', createdAt),
        fboAccountId: account.id,
        organizationId: account.organizationId,
        status,
        shippedAt: SHIPPED_STATUSES.includes(status)
          ? new Date(createdAt.getTime() + Math.floor(leftAfterMs * (0.2 + 0.7 * random.next())))
          : null,
        createdAt,
      }
    }),
  )
}

/** Transfer batches in every state; the pending ones are young. `totalItems` is 1 to 6. */
export function makeUpTransfers(
  scene: Scene,
  counts: Readonly<Record<TransferStatus, number>>,
): TransferBatchRow[] {
  const { random } = scene
  return TRANSFER_STATUSES.flatMap((status) =>
    Array.from({ length: counts[status] }, () => {
      const age = status === 'pending' ? { least: 0.05, most: 6 } : { least: 10, most: 300 }
      const createdAt = moment(scene, age)
      const from = accountOlderThan(createdAt, scene)
      let to = from
      while (to === from) to = accountOlderThan(createdAt, scene)
      return {
        id: random.id('xfer', createdAt),
        fromFboAccountId: from.id,
        toFboAccountId: to.id,
        organizationId: from.organizationId,
        status,
        totalItems: random.whole(1, 6),
        approvedBySystem: status === 'completed' && random.chance(0.7),
        notes: random.chance(0.25) ? null : random.pick(NOTES),
        createdAt,
      }
    }),
  )
}

/** Any account that was there a day before; older ones, and the primary one, more often. */
export function accountOlderThan(moment: Date, { accounts, random }: Scene): FboAccountRow {
  const dayBefore = moment.getTime() - DAY_MS
  const younger = accounts.findIndex(({ createdAt }) => createdAt.getTime() > dayBefore)
  const candidates = younger === -1 ? accounts.length : younger
  const index = random.chance(0.06) ? 0 : Math.floor(candidates * random.next() ** 1.6)
  return accounts[index] as FboAccountRow
}

function moment({ random, now }: Scene, age: { least: number; most: number }): Date {
  const days = age.least + random.next() * (age.most - age.least)
  return new Date(now.getTime() - Math.floor(days * DAY_MS))
}

const NOTES = [
  'Spring rebalancing',
  'Trade settled on the show floor',
  'Requested by phone, call logged',
  'Estate distribution, second part',
  'Moved to the family account',
  'Consignment returned unsold',
  'Swap agreed between both holders',
  'Quarter-end rebalancing',
  'Collateral released by the lender',
]
