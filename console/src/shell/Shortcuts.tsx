import { Button, Group, Kbd, Modal, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isForPage, KEYS, type KeyName, useKey, useKeys } from './keys.ts'
import { PAGES } from './pages.ts'

/** The time after `g` for the key of a page. */
const SEQUENCE_MS = 1_500

/** `g` and a page's key lead to the page, `c` to a new transfer, `?` to the list of keys. */
export function useShortcuts(help: () => void): void {
  const navigate = useNavigate()
  const { keyOf } = useKeys()
  const goUntil = useRef(0)
  useKey('create', () => void navigate({ to: '/transfers/new' }))
  useKey('help', help)
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event)) return
    const isGoing = performance.now() < goUntil.current
    goUntil.current = !isGoing && event.key === keyOf('go') ? performance.now() + SEQUENCE_MS : 0
    if (!isGoing) return
    const page = PAGES.find(({ key }) => key === event.key)
    if (page !== undefined) void navigate({ to: page.to })
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    // Before the keys of the page: `g a` leads to the accounts, and approves nothing.
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

interface Props {
  readonly isOpen: boolean
  readonly close: () => void
}

/** Shows the keys, which can be changed and turned off (WCAG 2.1.4). */
export function Shortcuts({ isOpen, close }: Props) {
  const { isOff, change } = useKeys()
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts" centered>
      <Stack gap={6}>
        <Switch
          label="Use single keys"
          description="Only in this browser. Ctrl K or Cmd K always searches, Esc closes a dialog."
          checked={!isOff}
          onChange={(event) => change({ isOff: !event.currentTarget.checked })}
        />
        {(Object.keys(KEYS) as KeyName[]).map((name) => (
          <ChosenKey key={name} name={name} />
        ))}
        <Button variant="default" onClick={() => change({ keys: {} })}>
          Use the original keys
        </Button>
        <Text size="sm">Keys of the pages, after the key that goes to a page:</Text>
        <Group gap="xs">
          {PAGES.map(({ key, name }) => (
            <Text key={key} size="sm" className="nowrap">
              <Kbd>{key}</Kbd> {name}
            </Text>
          ))}
        </Group>
      </Stack>
    </Modal>
  )
}

function ChosenKey({ name }: { readonly name: KeyName }) {
  const { isOff, chosenKey, choose } = useKeys()
  const { does } = KEYS[name]
  const names = Object.keys(KEYS) as KeyName[]
  const isTaken = names.some((one) => one !== name && chosenKey(one) === chosenKey(name))
  return (
    <TextInput
      label={does}
      size="sm"
      value={chosenKey(name)}
      onChange={(event) => choose(name, event.currentTarget.value.trim().slice(-1))}
      disabled={isOff}
      error={isTaken && chosenKey(name) !== '' && 'Another shortcut has this key.'}
      placeholder="None"
      autoComplete="off"
      styles={{
        root: { display: 'flex', justifyContent: 'space-between', alignItems: 'center' },
        input: { width: '4.5rem', textAlign: 'center' },
      }}
    />
  )
}
