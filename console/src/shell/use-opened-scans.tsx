import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { findScanned } from '../choosing-items/find-item.ts'
import { isBusy } from '../display/forms.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import { useKeys } from './keys.ts'
import { useScanner, useScans } from './scans.ts'

/** Opens the item of a code that no part of the page takes. */
export function useOpenedScans(): void {
  const navigate = useNavigate()
  const { keyOf } = useKeys()
  const last = useRef<string>(undefined)
  useScanner(([first, second, ...others]) => {
    if (first === undefined || others.length > 0 || isBusy()) return false
    if (second !== undefined) return first === keyOf('go')
    return MOVES.some((name) => keyOf(name) === first)
  })
  const open = async (text: string, onUsKeyboard?: string) => {
    last.current = text
    const id = (await findScanned(text, onUsKeyboard))?.id
    // A later scan is wanted now.
    if (last.current !== text) return
    if (id === undefined) say('Not found', `No item, or more than one, has “${text}”.`)
    else if (!isBusy()) void navigate({ to: '/items/$id', params: { id } })
    // An entry on this page is not lost for it.
    else say('Scanned', <RecordLink type="item" id={id} />)
  }
  useScans((...codes) => {
    open(...codes).catch((error: Error) => say('Not opened', error.message))
  }, true)
}

/** Keys that change nothing and leave nothing. */
const MOVES = ['search', 'next', 'previous', 'go', 'help'] as const

/** One message: the next scan replaces it. */
function say(title: string, message: ReactNode): void {
  notifications.hide(SCAN)
  notifications.show({ id: SCAN, title, message })
}

const SCAN = 'scan'
