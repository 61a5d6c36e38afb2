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

/** The outcome of pasting a list of ids. */
export interface Pasted {
  readonly added: number
  /** Ids that are in the list twice, or were chosen before: each counts once. */
  readonly repeated: readonly string[]
  /** Words that cannot be ids. */
  readonly unreadable: readonly string[]
}

/** Splits a list of ids at newlines, commas, semicolons and spaces. */
export function readIds(
  text: string,
  chosen: readonly Chosen[],
): { readonly ids: readonly string[]; readonly pasted: Pasted } {
  const parts = text.split(/[\s,;"']+/).filter((part) => part !== '')
  const before = new Set(chosen.map(({ id }) => id))
  const ids = new Set<string>()
  const repeated = new Set<string>()
  const unreadable = new Set<string>()
  for (const part of parts) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(part)) unreadable.add(part)
    else if (before.has(part) || ids.has(part)) repeated.add(part)
    else ids.add(part)
  }
  return {
    ids: [...ids],
    pasted: { added: ids.size, repeated: [...repeated], unreadable: [...unreadable] },
  }
}

/** "1 item", "1,000 items". */
export function countItems(items: number): string {
  return items === 1 ? '1 item' : `${items.toLocaleString()} items`
}
