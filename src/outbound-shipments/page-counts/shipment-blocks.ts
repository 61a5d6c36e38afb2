import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../domain/shipment-statuses.ts'
import type { ShipmentFilters } from './shipment-filters.ts'

/** A place in the list, newest first: a shipment's moment of creation and its id. */
export interface ShipmentKey {
  readonly createdAt: Date
  readonly id: string
}

/** How many shipments a block counts, and how many blocks one of level 2 sums. */
export interface BlockSizes {
  readonly shipments: number
  readonly blocks: number
}

/**
 * Measured at ten million shipments: with fewer per block more counts are added up for a page, with
 * more of them more shipments are skipped inside a block. Migration 0008 has the same numbers.
 */
export const BLOCK_SIZES: BlockSizes = { shipments: 500, blocks: 100 }

/** The scope that is the whole organization; every other one is an account's id. */
export const WHOLE_ORGANIZATION = ''

/** A cancelled shipment keeps its status, and has not left the vault. */
const CANCELLABLE = ['packing', 'inspecting', 'pending_approval', 'approved'] as const

/** What a block counts: its column, and the shipments that are counted in it. */
export const BLOCK_COUNTS: readonly {
  readonly column: string
  readonly status: ShipmentStatus
  readonly cancelled: boolean
}[] = [
  ...SHIPMENT_STATUSES.map((status) => ({ column: status, status, cancelled: false })),
  ...CANCELLABLE.map((status) => ({ column: `cancelled_${status}`, status, cancelled: true })),
]

/** The counts of a block that a list with these filters shows; there can be none. */
export function countedColumns({ status, cancelled }: ShipmentFilters): string[] {
  return BLOCK_COUNTS.filter(
    (count) =>
      count.cancelled === (cancelled === 'true') &&
      (status === undefined || count.status === status),
  ).map(({ column }) => column)
}
