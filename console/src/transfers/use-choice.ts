import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { InventoryItem } from '../api/schema.ts'
import { type Chosen, type Pasted, type Reason, readIds, transferOf } from './item-choice.ts'

/** What is chosen so far. The accounts are in the URL; the items, which may be many, are not. */
export function useChoice(from: string, to: string) {
  const { items: prefilled = '' } = useSearch({ from: '/transfers/new' })
  const [chosen, setChosen] = useState<readonly Chosen[]>(() => begin(prefilled))
  const [notes, setNotes] = useState('')
  const isChanged = notes.trim() !== '' || textOf(chosen) !== textOf(begin(prefilled))
  const ids = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  // What is added gets the reason that the last one has.
  const reason = chosen.at(-1)?.reason ?? 'request'
  const addItems = (items: readonly InventoryItem[]) => {
    const added = items.filter(({ id }) => !ids.has(id))
    setChosen([...chosen, ...added.map((item) => ({ id: item.id, reason, item }))])
  }
  const addText = (text: string): Pasted => {
    const { ids: added, pasted } = readIds(text, chosen)
    setChosen([...chosen, ...added.map((id) => ({ id, reason }))])
    return pasted
  }
  const remove = (those: readonly string[]) => {
    const gone = new Set(those)
    setChosen(chosen.filter(({ id }) => !gone.has(id)))
  }
  const setReason = (those: readonly string[], to: Reason) => {
    const changed = new Set(those)
    setChosen(chosen.map((each) => (changed.has(each.id) ? { ...each, reason: to } : each)))
  }
  const transfer = transferOf(from, to, chosen, notes)
  return {
    ...{ from, to, chosen, ids, notes, transfer, isChanged },
    ...{ addItems, addText, remove, setReason, setNotes },
  }
}

function textOf(chosen: readonly Chosen[]): string {
  return chosen.map(({ id, reason }) => `${id} ${reason}`).join()
}

function begin(prefilled: string): readonly Chosen[] {
  return readIds(prefilled, []).ids.map((id) => ({ id, reason: 'request' }))
}
