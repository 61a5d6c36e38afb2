import { useMemo, useState } from 'react'
import type { TransferItem } from '../api/schema.ts'
import { type FoundItem, readCodes } from './find-item.ts'

export type Reason = TransferItem['reason']

/** An item and why it is chosen, which only transfers say. */
export type Chosen = FoundItem & { readonly reason: Reason }

/**
 * The chosen items and the notes. The accounts are in the URL. The items may be many: they are not.
 * @param prefilled ids of the items that are chosen at first
 */
export function useChoice(prefilled: string) {
  const [chosen, setChosen] = useState(() => initial(prefilled))
  const [notes, setNotes] = useState('')
  return {
    chosen,
    ids: useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen]),
    notes,
    setNotes,
    isChanged: notes.trim() !== '' || textOf(chosen) !== textOf(initial(prefilled)),
    /** Adds items. A new one gets the reason of the last one. */
    add: (items: readonly FoundItem[]) =>
      setChosen((before) => {
        const reason = before.at(-1)?.reason ?? 'request'
        const known = new Set(before.map(({ id }) => id))
        const added = items.filter(({ id }) => !known.has(id))
        return [...before, ...added.map((item) => ({ ...item, reason }))]
      }),
    keep: (isKept: (item: Chosen) => boolean) => setChosen((before) => before.filter(isKept)),
    /** Changes the reason of one item, or of all. */
    setReason: (reason: Reason, only?: string) =>
      setChosen((before) =>
        before.map((each) => (each.id === (only ?? each.id) ? { ...each, reason } : each)),
      ),
  }
}

export type Choice = ReturnType<typeof useChoice>

function textOf(chosen: readonly Chosen[]): string {
  return chosen.map(({ id, reason }) => `${id} ${reason}`).join()
}

function initial(prefilled: string): readonly Chosen[] {
  return [...new Set(readCodes(prefilled))].map((id) => ({ id, reason: 'request' }))
}
