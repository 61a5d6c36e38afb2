import { Button, Group, Select, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { words } from './format.ts'

export interface Filter {
  /** The name of the query parameter. */
  readonly name: string
  readonly label: string
  /** Where it has one of these values; otherwise it is text. */
  readonly values?: readonly string[]
  readonly placeholder?: string
  /** Where it is an instant: a day is picked, which begins at midnight in the reader's zone. */
  readonly isDay?: boolean
  /** What a value is called, where its own words do not say it. */
  readonly nameOf?: (value: string) => string
}

/** Filters of a list. They live in the URL; a change leads to the first page. */
export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (name: string, value: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        ...{ page: undefined, cursor: undefined, [name]: value || undefined },
      }),
      replace: true,
    })
  const isFiltered = filters.some(({ name }) => search[name] !== undefined)
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label="Filters">
      {filters.map(({ name, label, values, placeholder, isDay, nameOf = words }) => {
        const value = search[name] === undefined ? '' : String(search[name])
        if (isDay) {
          return <DayFilter key={name} {...{ label, value }} set={(day) => set(name, day)} />
        }
        if (values === undefined) {
          return (
            <TextFilter
              key={name}
              {...{ label, placeholder, value }}
              set={(text) => set(name, text)}
            />
          )
        }
        return (
          <Select
            key={name}
            label={label}
            placeholder="Any"
            clearable
            w={180}
            data={values.map((each) => ({ value: each, label: nameOf(each) }))}
            value={value === '' ? null : value}
            onChange={(each) => set(name, each ?? undefined)}
          />
        )
      })}
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() =>
            void navigate({
              to: '.',
              // What else the URL says, such as how the list is shown, stays.
              search: (before: object) => ({
                ...before,
                ...{ page: undefined, cursor: undefined },
                ...Object.fromEntries(filters.map(({ name }) => [name, undefined])),
              }),
              replace: true,
            })
          }
        >
          Clear
        </Button>
      )}
    </Group>
  )
}

/** The day of an instant in the reader's zone, as a date field has it. */
function dayOf(instant: string): string {
  const date = new Date(instant)
  if (instant === '' || Number.isNaN(date.getTime())) return ''
  const part = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

function instantOf(day: string): string | undefined {
  const date = new Date(`${day}T00:00`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

interface TextFilterProps {
  readonly label: string
  readonly placeholder: string | undefined
  readonly value: string
  readonly set: (text: string | undefined) => void
}

function DayFilter({ label, value, set }: Omit<TextFilterProps, 'placeholder'>) {
  return (
    <TextInput
      type="date"
      w={160}
      label={label}
      value={dayOf(value)}
      onChange={(event) => set(instantOf(event.currentTarget.value))}
    />
  )
}

/** Takes effect with Enter, or when it is left. */
function TextFilter({ label, placeholder, value, set }: TextFilterProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const apply = () => {
    if (text.trim() !== value) set(text.trim())
  }
  return (
    <TextInput
      w={220}
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && apply()}
    />
  )
}
