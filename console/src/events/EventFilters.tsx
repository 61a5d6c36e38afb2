import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { EVENT_TYPES } from './event-types.ts'
import { type EventSearch, localOf, utcOf, WINDOWS, windowOf } from './event-window.ts'

/** The filters of the feed. They are in the URL. */
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
        aria-label="Period"
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
        label="Type"
        placeholder="Any"
        clearable
        searchable
        flex="1 1 150px"
        maw={240}
        data={EVENT_TYPES}
        value={search.type ?? null}
        onChange={(type) => set({ type: type ?? undefined })}
      />
      <TextFilter
        label="Record ID"
        placeholder="Any"
        value={search.subjectId ?? ''}
        set={(subjectId) => set({ subjectId })}
      />
      <TextFilter
        label="Done by token"
        placeholder="Token ID"
        value={search.actorTokenId ?? ''}
        set={(actorTokenId) => set({ actorTokenId })}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => void navigate({ to: '/events', search: {}, replace: true })}
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
}

const OWN = { value: 'own', label: 'Custom' }

interface FieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly set: (value: string | undefined) => void
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

interface TextProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly set: (text: string | undefined) => void
}

/** A text that takes effect with Enter, or when the field is left. */
function TextFilter({ label, placeholder, value, set }: TextProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const apply = () => {
    if (text.trim() !== value) set(text.trim() || undefined)
  }
  return (
    <TextInput
      flex="0 1 220px"
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && apply()}
    />
  )
}
