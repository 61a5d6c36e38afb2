import { useLocalStorage } from '@mantine/hooks'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { PAGES } from './pages.ts'

/** Every key that does something by itself, unless the person chose another. */
export const KEYS = {
  search: ['/', 'Search'],
  next: ['j', 'Next row of a table (Enter opens it)'],
  previous: ['k', 'Previous row of a table'],
  create: ['c', 'Create a transfer'],
  approve: ['a', 'Approve the open record, or the row of the queue'],
  reject: ['r', 'Reject the open record, or the row of the queue'],
  cancel: ['x', 'Cancel the open record'],
  go: ['g', 'Go to a page, with the key of the page'],
  help: ['?', 'Show this list'],
} as const

export type KeyName = keyof typeof KEYS

/** The original keys, by their names; that of a page has the page's address. */
const ORIGINAL: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(KEYS).map(([name, [key]]) => [name, key]),
  ...PAGES.map(({ to, key }) => [to, key]),
])

type Choice = { readonly isOff?: boolean; readonly keys?: Readonly<Record<string, string>> }

/** The keys of this browser: a key is undefined if it is turned off. */
export function useKeys() {
  const [choice, setChoice] = useLocalStorage<Choice | undefined>({
    key: 'vault-inventory keys',
    getInitialValueInEffect: false,
  })
  const chosenKey = (name: string) => choice?.keys?.[name] ?? ORIGINAL[name] ?? ''
  const isOff = choice?.isOff === true
  return {
    isOff,
    chosenKey,
    keyOf: (name: KeyName) => (isOff ? undefined : chosenKey(name) || undefined),
    change: (changed: Choice) => setChoice({ ...choice, ...changed }),
    choose: (name: string, key: string) =>
      setChoice({ ...choice, keys: { ...choice?.keys, [name]: key } }),
  }
}

/** Runs it when the key is pressed, and returns the key. */
export function useKey(name: KeyName | undefined, run: () => void): string | undefined {
  const { keyOf } = useKeys()
  const key = name === undefined ? undefined : keyOf(name)
  useKeyDown(false, (event) => {
    if (event.key !== key || !isForPage(event)) return
    event.preventDefault()
    run()
  })
  return key
}

/** Calls it for each key that goes down on the page, before the keys of the page if it captures. */
export function useKeyDown(isCapturing: boolean, pressed: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(pressed)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latest(event)
    document.addEventListener('keydown', listener, isCapturing)
    return () => document.removeEventListener('keydown', listener, isCapturing)
  }, [isCapturing])
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

/** `j` and `k` move along the rows of the list, or the table body, that has this reference. */
export function useRowKeys<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null)
  useKey('next', () => moveFocus(list.current, 1))
  useKey('previous', () => moveFocus(list.current, -1))
  return list
}

/** Moves the focus to the first link of the next row, or of the one before. */
function moveFocus(list: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(list?.children ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by]
  const first = ['a', 'button, input'].map((each) => row?.querySelector<HTMLElement>(each))
  first.find((each) => each)?.focus()
}
