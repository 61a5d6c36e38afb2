import { Button, Group, Select, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { dayOf, readDay, startOfDay } from './days.ts'
import { words } from './format.ts'

export interface Filter {
  /** The name of the query parameter. */
  readonly name: string
  readonly label: string
  /** The values to choose from; without them it is text. */
  readonly values?: readonly string[]
  readonly placeholder?: string
  /** Whether it is an instant: the first of a day in the reader's zone. */
  readonly isDay?: boolean
  /** The label of a value, if its own words do not say it. */
  readonly nameOf?: (value: string) => string
}

/** Filters of a list. They are in the URL; a change leads to the first page. */
export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      to: '.',
      // The rest of the URL, such as how the list is shown, stays.
      search: (before: object) => ({ ...before, page: undefined, cursor: undefined, ...changes }),
      replace: true,
    })
  const set = (name: string, value: string | undefined) => change({ [name]: value || undefined })
  const isFiltered = filters.some(({ name }) => search[name] !== undefined)
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label="Filters">
      {filters.map(({ name, label, values, placeholder, isDay, nameOf = words }) => {
        const value = search[name] === undefined ? '' : String(search[name])
        if (isDay) {
          return <DayFilter key={name} label={label} value={value} set={(day) => set(name, day)} />
        }
        if (values === undefined) {
          return (
            <TextFilter
              key={name}
              label={label}
              placeholder={placeholder}
              value={value}
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
          onClick={() => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
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
      value={Number.isNaN(Date.parse(value)) ? '' : dayOf(value)}
      onChange={({ currentTarget: { value: day } }) =>
        set(readDay(day) && new Date(startOfDay(day)).toISOString())
      }
    />
  )
}

/** A text that takes effect with Enter, or when the field is left. */
export function TextFilter({ label, placeholder, value, set }: TextFilterProps) {
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
