import { useMemo, useState } from 'react'
import type { ListedInventoryItem } from '../api/schema.ts'
import { type Chosen, type Pasted, type Reason, readIds } from './item-choice.ts'

/**
 * The chosen items and the notes. The accounts are in the URL. The items may be many: they are not.
 * @param prefilled ids of the items that are chosen at first
 */
export function useChoice(prefilled: string) {
  const [chosen, setChosen] = useState<readonly Chosen[]>(() => initial(prefilled))
  const [notes, setNotes] = useState('')
  const ids = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  // A new item gets the reason of the last one.
  const reason = chosen.at(-1)?.reason ?? 'request'
  return {
    chosen,
    ids,
    notes,
    setNotes,
    isChanged: notes.trim() !== '' || textOf(chosen) !== textOf(initial(prefilled)),
    addItems: (items: readonly ListedInventoryItem[]) => {
      const added = items.filter(({ id }) => !ids.has(id))
      setChosen([...chosen, ...added.map((item) => ({ id: item.id, reason, item }))])
    },
    addText: (text: string): Pasted => {
      const { ids: added, pasted } = readIds(text, chosen)
      setChosen([...chosen, ...added.map((id) => ({ id, reason }))])
      return pasted
    },
    remove: (removed: readonly string[]) => {
      const gone = new Set(removed)
      setChosen(chosen.filter(({ id }) => !gone.has(id)))
    },
    setReason: (changed: readonly string[], to: Reason) => {
      const isChanged = new Set(changed)
      setChosen(chosen.map((each) => (isChanged.has(each.id) ? { ...each, reason: to } : each)))
    },
  }
}

export type Choice = ReturnType<typeof useChoice>

function textOf(chosen: readonly Chosen[]): string {
  return chosen.map(({ id, reason }) => `${id} ${reason}`).join()
}

function initial(prefilled: string): readonly Chosen[] {
  return readIds(prefilled, []).ids.map((id) => ({ id, reason: 'request' }))
}
