import { useMemo, useRef, useState } from 'react'
import type { TransferItem } from '../api/schema.ts'
import { type FoundItem, readCodes } from './find-item.ts'

export type Reason = TransferItem['reason']

export interface Chosen extends FoundItem {
  /** Only transfers have one. */
  readonly reason: Reason
}

/**
 * The chosen items and the notes. The accounts are in the URL. The items may be many: they are not.
 * @param prefilled ids of the items that are chosen at first
 */
export function useChoice(prefilled: string) {
  const [chosen, show] = useState<readonly Chosen[]>(() => initial(prefilled))
  // Two scans may be answered before the page shows the first.
  const latest = useRef(chosen)
  const setChosen = (next: readonly Chosen[]) => {
    latest.current = next
    show(next)
  }
  const [notes, setNotes] = useState('')
  const ids = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  return {
    chosen,
    ids,
    notes,
    setNotes,
    isChanged: notes.trim() !== '' || textOf(chosen) !== textOf(initial(prefilled)),
    add: (items: readonly FoundItem[]) => {
      const known = new Set(latest.current.map(({ id }) => id))
      const added = items.filter(({ id }) => !known.has(id))
      // A new item gets the reason of the last one.
      const reason = latest.current.at(-1)?.reason ?? 'request'
      setChosen([...latest.current, ...added.map((item) => ({ ...item, reason }))])
    },
    remove: (removed: readonly string[]) => {
      const gone = new Set(removed)
      setChosen(latest.current.filter(({ id }) => !gone.has(id)))
    },
    setReason: (changed: readonly string[], to: Reason) => {
      const isChanged = new Set(changed)
      const { current } = latest
      setChosen(current.map((each) => (isChanged.has(each.id) ? { ...each, reason: to } : each)))
    },
  }
}

export type Choice = ReturnType<typeof useChoice>

function textOf(chosen: readonly Chosen[]): string {
  return chosen.map(({ id, reason }) => `${id} ${reason}`).join()
}

function initial(prefilled: string): readonly Chosen[] {
  return [...new Set(readCodes(prefilled))].map((id) => ({ id, reason: 'request' }))
}
