import type { ListedInventoryItem, TransferItem } from '../api/schema.ts'

export type Reason = TransferItem['reason']
export const REASONS: readonly Reason[] = ['request', 'trade', 'rebalance']

/** The most items that one transfer or shipment takes. */
export const MAX_ITEMS = 1000

export interface Chosen {
  readonly id: string
  /** Only transfers have one. */
  readonly reason: Reason
  /** As the list showed it, if it was selected there. */
  readonly item?: ListedInventoryItem | undefined
}

/** "1 item", "1,000 items". */
export function countItems(items: number): string {
  return items === 1 ? '1 item' : `${items.toLocaleString()} items`
}
