import { useLocalStorage } from '@mantine/hooks'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Every key that does something by itself, unless the person chose another. */
export const KEYS = {
  search: { key: '/', does: 'Search' },
  next: { key: 'j', does: 'Next row of a table (Enter opens it)' },
  previous: { key: 'k', does: 'Previous row of a table' },
  create: { key: 'c', does: 'Create a transfer' },
  approve: { key: 'a', does: 'Approve the open transfer or shipment' },
  reject: { key: 'r', does: 'Reject the open transfer' },
  cancel: { key: 'x', does: 'Cancel the open transfer or shipment' },
  go: { key: 'g', does: 'Go to a page, with the key of the page' },
  help: { key: '?', does: 'Show this list' },
} as const

export type KeyName = keyof typeof KEYS

interface Choice {
  readonly isOff?: boolean
  readonly keys?: { readonly [Name in KeyName]?: string }
}

/** The keys of this browser: a key is undefined if it is turned off. */
export function useKeys() {
  const [choice, setChoice] = useLocalStorage<Choice | undefined>({
    key: 'vault-inventory keys',
    getInitialValueInEffect: false,
  })
  const chosenKey = (name: KeyName) => choice?.keys?.[name] ?? KEYS[name].key
  const isOff = choice?.isOff === true
  return {
    isOff,
    chosenKey,
    keyOf: (name: KeyName) => (isOff ? undefined : chosenKey(name) || undefined),
    change: (changed: Choice) => setChoice({ ...choice, ...changed }),
    choose: (name: KeyName, key: string) =>
      setChoice({ ...choice, keys: { ...choice?.keys, [name]: key } }),
  }
}

/** Runs it when the key is pressed, and returns the key. */
export function useKey(name: KeyName | undefined, run: () => void): string | undefined {
  const { keyOf } = useKeys()
  const key = name === undefined ? undefined : keyOf(name)
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !isForPage(event)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return key
}

/** Whether the page has the key: not a field, not a dialog, not the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey || isDialogOpen()) return false
  if (!(target instanceof HTMLElement)) return true
  const field = 'input:not([type=checkbox]), textarea, select, [role=dialog]'
  return !target.isContentEditable && target.closest(field) === null
}

/** Whether a dialog is open, wherever the focus is: the keys of the page do nothing then. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal=true]') !== null
}

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
