import { Combobox, Loader, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { BASE_PATH } from '../api/base-path.ts'
import { ResultLine } from '../display/found.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useEntries } from './palette-entries.ts'

export interface Typed {
  readonly text: string
  /** A scanner types a code and Enter before the service has answered. */
  readonly isEntered: boolean
}

interface Props {
  readonly close: () => void
  readonly typed: Typed
  readonly setTyped: (typed: Typed) => void
}

/** Finds records, pages and actions as one types. */
export function Palette({ close, typed, setTyped }: Props) {
  const { text, isEntered } = typed
  const { groups, isAsking, error } = useEntries(text, isEntered)
  const { open, note } = useOpen(close)
  const combobox = useCombobox({ opened: true, onDropdownClose: close })
  const { length: count, 0: first } = groups.flatMap(([, entries]) => entries)
  const isFound = count > 0
  const openFirst = useEffectEvent(() => first && open(first.to))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first line is selected again
  useEffect(() => void combobox.selectFirstOption(), [text, count])
  useEffect(() => {
    if (isEntered && !isAsking && isFound) openFirst()
  }, [isEntered, isAsking, isFound])
  const keyPressed = (event: KeyboardEvent) => {
    note(event)
    if (event.key !== 'Enter' || !isAsking || isFound) return
    event.stopPropagation()
    setTyped({ text, isEntered: true })
  }
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size="lg"
      padding="xs"
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <div onKeyDownCapture={keyPressed} onClickCapture={note} role="presentation">
        <Combobox store={combobox} onOptionSubmit={open} withinPortal={false}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              data-autofocus
              aria-label="Search"
              placeholder="Name, description, number or ID"
              leftSection={<Search size={16} aria-hidden />}
              rightSection={isAsking && <Loader size="xs" />}
              value={text}
              onChange={({ currentTarget }) =>
                setTyped({ text: currentTarget.value, isEntered: false })
              }
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
            />
          </Combobox.EventsTarget>
          <Combobox.Options aria-label="Results" mah="60vh" mt="xs" style={{ overflowY: 'auto' }}>
            {groups.map(([label, lines]) => (
              <Combobox.Group key={label} label={label}>
                {lines.map((entry) => (
                  <Combobox.Option key={entry.to} value={entry.to}>
                    <ResultLine {...entry} />
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
        <ProblemAlert error={error} />
        <Text size="xs" c="dimmed" role="status" p="xs">
          {isFound && `${count} choices. Enter opens, Ctrl Enter in a new tab.`}
          {!isFound && !isAsking && error === null && NOTHING}
        </Text>
      </div>
    </Modal>
  )
}

/** Opens a page, in a new tab if Ctrl is held. */
function useOpen(close: () => void) {
  const navigate = useNavigate()
  const isNewTab = useRef(false)
  return {
    // Enter clicks on the selected line, which does not say whether Ctrl was held.
    note: (event: KeyboardEvent | MouseEvent) => {
      if (event.isTrusted) isNewTab.current = event.ctrlKey || event.metaKey
    },
    open: (to: string) => {
      if (isNewTab.current)
        return void window.open(`${BASE_PATH}/console${to}`, '_blank', 'noopener')
      close()
      void navigate({ to: to as '/' })
    },
  }
}

const NOTHING =
  'Nothing that you can see matches. Search by a name, email, phone number, description, serial or ' +
  'certificate number, tracking number, notes, or the beginning or end of an ID.'
