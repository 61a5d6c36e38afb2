import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EVENT_TYPES } from './event-types.ts'
import { type EventSearch, localOf, utcOf, WINDOWS, windowOf } from './event-window.ts'

/** Which events are shown. Everything is in the URL. */
export function EventFilters() {
  const search = useSearch({ from: '/events' })
  const navigate = useNavigate()
  const set = (changes: EventSearch | { [Name in keyof EventSearch]: undefined }) =>
    void navigate({
      to: '/events',
      search: (before) => ({ ...before, id: undefined, ...changes }),
      replace: true,
    })
  const name = windowOf(search)
  const isFiltered = ['type', 'subjectId', 'actorTokenId', 'last', 'from', 'before'].some(
    (each) => search[each as keyof EventSearch] !== undefined,
  )
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label="Filters">
      <SegmentedControl
        aria-label="When"
        data={[...WINDOWS.map(({ value, label }) => ({ value, label })), OWN]}
        value={name}
        onChange={(last) => set({ last, from: undefined, before: undefined })}
        style={{ maxWidth: '100%', overflowX: 'auto' }}
      />
      {name === 'own' && (
        <>
          <Instant label="From" value={search.from} set={(from) => set({ from, last: 'own' })} />
          <Instant
            label="Before"
            value={search.before}
            set={(before) => set({ before, last: 'own' })}
          />
        </>
      )}
      <Select
        label="What happened"
        placeholder="Anything"
        clearable
        searchable
        flex="1 1 150px"
        maw={240}
        data={EVENT_TYPES}
        value={search.type ?? null}
        onChange={(type) => set({ type: type ?? undefined })}
      />
      <Id label="Record" value={search.subjectId} set={(subjectId) => set({ subjectId })} />
      <Id
        label="Done by token"
        value={search.actorTokenId}
        set={(actorTokenId) => set({ actorTokenId })}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => void navigate({ to: '/events', search: {}, replace: true })}
        >
          Clear
        </Button>
      )}
    </Group>
  )
}

const OWN = { value: 'own', label: 'Dates' }

interface FieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly set: (value: string | undefined) => void
}

/** Takes effect with Enter, or when it is left. */
function Id({ label, value, set }: FieldProps) {
  const [text, setText] = useState(value ?? '')
  useEffect(() => setText(value ?? ''), [value])
  const apply = () => {
    if (text.trim() !== (value ?? '')) set(text.trim() || undefined)
  }
  return (
    <TextInput
      label={label}
      placeholder="Its id"
      flex="1 1 150px"
      maw={220}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}

/** A date and time in the reader's zone. */
export function Instant({ label, value, set }: FieldProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      flex="1 1 180px"
      maw={220}
      value={localOf(value)}
      onChange={(event) => set(utcOf(event.currentTarget.value))}
    />
  )
}
