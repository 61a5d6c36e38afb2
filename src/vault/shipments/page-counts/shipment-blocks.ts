import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../../domain/shipment-statuses.ts'
import type { ShipmentFilters } from './shipment-filters.ts'

/** A place in the list. */
export interface ShipmentKey {
  readonly createdAt: Date
  readonly id: string
}

/** Shipments that a block counts, and blocks that one of level 2 sums. */
export interface BlockSizes {
  readonly shipments: number
  readonly blocks: number
}

/**
 * Measured at ten million shipments: smaller blocks mean more counts to add up for a page, larger
 * blocks more shipments to skip inside one.
 */
export const BLOCK_SIZES: BlockSizes = { shipments: 500, blocks: 100 }

/** The scope of the whole organization; every other scope is an account's id. */
export const WHOLE_ORGANIZATION = ''

/** A cancelled shipment keeps its status, and has not left the vault. */
const CANCELLABLE = ['packing', 'inspecting', 'pending_approval', 'approved'] as const

export const BLOCK_COUNTS: readonly {
  readonly column: string
  readonly status: ShipmentStatus
  readonly cancelled: boolean
}[] = [
  ...SHIPMENT_STATUSES.map((status) => ({ column: status, status, cancelled: false })),
  ...CANCELLABLE.map((status) => ({ column: `cancelled_${status}`, status, cancelled: true })),
]

/** The columns that count the shipments of a list with these filters; there can be none. */
export function countedColumns({ status, cancelled }: ShipmentFilters): string[] {
  return BLOCK_COUNTS.filter(
    (count) =>
      count.cancelled === (cancelled === 'true') &&
      (status === undefined || count.status === status),
  ).map(({ column }) => column)
}
