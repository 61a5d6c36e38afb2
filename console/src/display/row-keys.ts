import { type RefObject, useRef } from 'react'
import { useKey } from '../shell/keys.ts'

/** `j` and `k` move along the rows of the table body that has this reference. */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  useKey('next', () => moveFocus(body.current, 1))
  useKey('previous', () => moveFocus(body.current, -1))
  return body
}

/** Moves the focus to the first link of the next row, or of the one before. */
function moveFocus(body: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(body?.querySelectorAll('tr') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by]
  row?.querySelector<HTMLElement>('a, button, input')?.focus()
}
