import { Button, CloseButton, Group, Menu, Popover, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { FilterField } from './FilterField.tsx'
import { type Filter, problemOf, shownValue } from './filters.ts'
import { useChangeSearch } from './lists.tsx'
import { useName } from './names.ts'

/** Filters of a list, each a chip. They are in the URL; Back undoes a change. */
export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useChangeSearch()
  const [edited, edit] = useState<string | undefined>()
  const isSet = ({ name }: Filter) => search[name] !== undefined
  const shown = filters.filter((filter) => isSet(filter) || filter.name === edited)
  return (
    <Group gap="xs" role="group" aria-label="Filters" className="not-printed">
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={isSet(filter) ? String(search[filter.name]) : ''}
          isOpen={edited === filter.name}
          open={(isOpen) => edit(isOpen ? filter.name : undefined)}
          set={(value) => change({ [filter.name]: value })}
        />
      ))}
      <Menu withinPortal={false} position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<ListFilter size={14} />}>
            Filter
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {filters.map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => edit(name)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {filters.some(isSet) && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
}

interface ChipProps {
  readonly filter: Filter
  readonly value: string
  readonly isOpen: boolean
  readonly open: (isOpen: boolean) => void
  readonly set: (value: string | undefined) => void
}

function Chip({ filter, value, isOpen, open, set }: ChipProps) {
  const account = useName('fbo_account', filter.kind === 'account' ? value : null)
  const problem = value === '' ? undefined : problemOf(filter, value)
  const text = problem === undefined ? (account ?? shownValue(filter, value)) : value
  return (
    <Group gap={4} wrap="nowrap" maw="100%">
      <Popover opened={isOpen} onChange={open} withinPortal={false} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="light"
            size="xs"
            miw={problem === undefined ? 0 : 'max-content'}
            color={problem === undefined ? undefined : 'red'}
            onClick={() => open(!isOpen)}
          >
            <bdi>{value === '' ? filter.label : `${filter.label}: ${text}`}</bdi>
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterField
            filter={filter}
            value={problem === undefined ? value : ''}
            set={(next) => {
              open(false)
              set(next || undefined)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {value !== '' && (
        <CloseButton
          size={24}
          aria-label={`Remove the filter ${filter.label}`}
          onClick={() => set(undefined)}
        />
      )}
      {problem !== undefined && (
        <Text size="sm" c="error" role="alert">
          {problem}
        </Text>
      )}
    </Group>
  )
}
