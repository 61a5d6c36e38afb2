import type { InventoryItem, NewTransfer, TransferItem } from '../api/schema.ts'

export type Reason = TransferItem['reason']
export const REASONS: readonly Reason[] = ['request', 'trade', 'rebalance']

/** The most that one transfer takes. */
export const MAX_ITEMS = 1000

/** An item that is to move. */
export interface Chosen {
  readonly id: string
  readonly reason: Reason
  /** What the list said of it, where it was ticked there. */
  readonly item?: InventoryItem | undefined
}

/** What became of a list of ids that was pasted. */
export interface Pasted {
  readonly added: number
  /** Ids that are in the list twice, or that were chosen before: each is taken once. */
  readonly repeated: readonly string[]
  /** What is no id at all. */
  readonly unreadable: readonly string[]
}

/** Splits a list of ids at newlines, commas, semicolons and spaces. */
export function readIds(
  text: string,
  chosen: readonly Chosen[],
): { readonly ids: readonly string[]; readonly pasted: Pasted } {
  const parts = text.split(/[\s,;"']+/).filter((part) => part !== '')
  const had = new Set(chosen.map(({ id }) => id))
  const ids = new Set<string>()
  const repeated = new Set<string>()
  const unreadable = new Set<string>()
  for (const part of parts) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(part)) unreadable.add(part)
    else if (had.has(part) || ids.has(part)) repeated.add(part)
    else ids.add(part)
  }
  return {
    ids: [...ids],
    pasted: { added: ids.size, repeated: [...repeated], unreadable: [...unreadable] },
  }
}

/** The request of a choice; undefined until it has both accounts and an item. */
export function transferOf(
  from: string,
  to: string,
  chosen: readonly Chosen[],
  notes: string,
): NewTransfer | undefined {
  const [first, ...others] = chosen.map(({ id, reason }) => ({ inventoryItemId: id, reason }))
  if (from === '' || to === '' || first === undefined) return undefined
  return {
    ...{ fromFboAccountId: from, toFboAccountId: to, items: [first, ...others] },
    ...(notes.trim() !== '' && { notes: notes.trim() }),
  }
}
