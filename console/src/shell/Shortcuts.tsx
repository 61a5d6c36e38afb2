import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isDialogOpen } from '../display/dialogs.ts'
import { PAGES } from './pages.ts'

const OTHERS = [
  ['/', 'Search by ID or tracking number'],
  ['j k', 'Next and previous row of a table. Enter opens it'],
  ['c', 'Create a transfer'],
  ['a r x', 'Approve, reject or cancel the open transfer; approve or cancel the open shipment'],
  ['?', 'Show this list'],
  ['Esc', 'Close a dialog'],
] as const

/** The time after `g` for the key of a page. */
const SEQUENCE_MS = 1_500

/** `g` and a page's key lead to the page, `c` to a new transfer, `?` to the list of keys. */
export function useShortcuts(help: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    let goUntil = 0
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isDialogOpen() || isTyping(event.target)) return
      const page = PAGES.find(({ key }) => key === event.key)
      const isGoing = performance.now() < goUntil
      goUntil = event.key === 'g' ? performance.now() + SEQUENCE_MS : 0
      if (isGoing && page !== undefined) void navigate({ to: page.to })
      else if (event.key === 'c' && !isGoing) void navigate({ to: '/transfers/new' })
      else if (event.key === '?') help()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the keys of the page: `g a` leads to the accounts, and approves nothing.
    document.addEventListener('keydown', pressed, { capture: true })
    return () => document.removeEventListener('keydown', pressed, { capture: true })
  }, [navigate, help])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null
  )
}

export function Shortcuts({
  isOpen,
  close,
}: {
  readonly isOpen: boolean
  readonly close: () => void
}) {
  const pages = PAGES.map(({ key, name }) => [`g ${key}`, name] as const)
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts" centered>
      <Stack gap={6}>
        {[...OTHERS, ...pages].map(([keys, what]) => (
          <Group key={keys} justify="space-between">
            <Text size="sm">{what}</Text>
            <Group gap={4}>
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
