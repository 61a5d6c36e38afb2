import { Button, Modal, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { isForPage, KEYS, useKey, useKeyDown, useKeys } from './keys.ts'
import { PAGES } from './pages.ts'

/** The time after `g` for the key of a page. */
const SEQUENCE_MS = 1_500

/** `g` and a page's key lead to the page, `c` to a new transfer, `?` to the list of keys. */
export function useShortcuts(help: () => void): void {
  const navigate = useNavigate()
  const { keyOf, chosenKey } = useKeys()
  const goUntil = useRef(0)
  useKey('create', () => void navigate({ to: '/transfers/new' }))
  useKey('help', help)
  // Before the keys of the page: `g a` leads to the accounts, and approves nothing.
  useKeyDown(true, (event) => {
    if (!isForPage(event)) return
    const isGoing = performance.now() < goUntil.current
    goUntil.current = !isGoing && event.key === keyOf('go') ? performance.now() + SEQUENCE_MS : 0
    if (!isGoing) return
    const page = PAGES.find(({ to }) => chosenKey(to) === event.key)
    if (page !== undefined) void navigate({ to: page.to })
    event.preventDefault()
    event.stopPropagation()
  })
}

/** Shows the keys, which can be changed and turned off (WCAG 2.1.4). */
export function Shortcuts({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { isOff, change } = useKeys()
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts">
      <Stack gap={6}>
        <Switch
          label="Use single keys"
          description="Only in this browser. Ctrl K or Cmd K always searches, Esc closes a dialog."
          checked={!isOff}
          onChange={(event) => change({ isOff: !event.currentTarget.checked })}
        />
        <ChosenKeys names={Object.entries(KEYS).map(([name, [, does]]) => [name, does])} />
        <Text>Keys of the pages, after the key that goes to a page:</Text>
        <SimpleGrid cols={2} verticalSpacing={6}>
          <ChosenKeys names={PAGES.map(({ to, name }) => [to, name])} />
        </SimpleGrid>
        <Button variant="default" onClick={() => change({ keys: {} })}>
          Use the original keys
        </Button>
      </Stack>
    </Modal>
  )
}

/** Keys that differ from each other. */
function ChosenKeys({ names }: { names: readonly (readonly [name: string, does: string])[] }) {
  const { isOff, chosenKey, choose } = useKeys()
  return names.map(([name, does]) => {
    const key = chosenKey(name)
    const isTaken = key !== '' && names.some(([one]) => one !== name && chosenKey(one) === key)
    return (
      <TextInput
        key={name}
        label={does}
        value={key}
        onChange={(event) => choose(name, event.currentTarget.value.trim().slice(-1))}
        disabled={isOff}
        error={isTaken && 'Another shortcut has this key.'}
        placeholder="None"
        styles={{
          root: { display: 'flex', justifyContent: 'space-between', alignItems: 'center' },
          input: { width: '4.5rem', textAlign: 'center' },
        }}
      />
    )
  })
}
