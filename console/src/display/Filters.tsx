import {
  Button,
  Checkbox,
  CloseButton,
  Group,
  Menu,
  Popover,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { ActorPicker } from '../choosing-items/ActorPicker.tsx'
import { amountProblem } from './amounts.ts'
import { DateField } from './fields.tsx'
import {
  choicesOf,
  type Filter,
  namedType,
  problemOf,
  readDraft,
  shownValue,
  written,
} from './filters.ts'
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
          set={(value) => change({ [filter.name]: value || undefined })}
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

interface FieldProps {
  readonly filter: Filter
  readonly value: string
  readonly set: (value: string) => void
}

interface ChipProps extends FieldProps {
  readonly isOpen: boolean
  readonly open: (isOpen: boolean) => void
}

function Chip({ filter, value, isOpen, open, set }: ChipProps) {
  const name = useName(namedType(filter, value), value)
  const problem = value === '' ? undefined : problemOf(filter, value)
  const text = problem === undefined ? (name ?? shownValue(filter, value)) : value
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
              set(next)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {value !== '' && (
        <CloseButton aria-label={`Remove the filter ${filter.label}`} onClick={() => set('')} />
      )}
      {problem !== undefined && (
        <Text c="error" role="alert">
          {problem}
        </Text>
      )}
    </Group>
  )
}

/** Edits the value of a filter. It takes effect with Enter or the button, a choice at once. */
function FilterField({ filter, value, set }: FieldProps) {
  const { kind, label, options = [] } = filter
  if (kind === 'account') return <AccountPicker label={label} value={value} onChange={set} />
  if (kind === 'actor') return <ActorPicker label={label} value={value} onChange={set} />
  if (kind !== 'choice') return <Draft filter={filter} value={value} set={set} />
  return (
    <Select
      label={label}
      data={options.map(({ group, items }) => ({ group, items: [...items] }))}
      value={value || null}
      onChange={(chosen) => set(chosen ?? '')}
      searchable
      comboboxProps={{ withinPortal: false }}
      data-autofocus
    />
  )
}

function Draft({ filter, value, set }: FieldProps) {
  const { kind, label, placeholder } = filter
  const form = useForm({
    initialValues: { draft: written(filter, value) },
    validate: ({ draft }) => {
      const read = readDraft(filter, draft.trim())
      const problem = read === '' ? undefined : problemOf(filter, read)
      return { draft: problem && (kind === 'amount' ? amountProblem(draft) : problem) }
    },
  })
  const field = { label, ...form.getInputProps('draft') }
  const choices = (Choice: typeof Checkbox | typeof Radio) => (
    <Stack gap={6} pt={6}>
      {choicesOf(filter).map((choice) => (
        <Choice key={choice.value} {...choice} />
      ))}
    </Stack>
  )
  return (
    // The browser itself says that a part of a date is missing.
    <form
      data-takes-scans
      onSubmit={form.onSubmit(({ draft }) => set(readDraft(filter, draft.trim())))}
    >
      <Stack gap="xs" miw={200}>
        {kind === 'many' ? (
          <Checkbox.Group
            {...field}
            value={field.value === '' ? [] : field.value.split(',')}
            onChange={(now) => field.onChange(now.join(','))}
          >
            {choices(Checkbox)}
          </Checkbox.Group>
        ) : kind === 'one' || kind === 'yes' ? (
          <Radio.Group {...field}>{choices(Radio)}</Radio.Group>
        ) : kind === 'day' || kind === 'time' ? (
          <DateField
            {...field}
            data-autofocus
            value={field.value}
            type={kind === 'day' ? 'date' : 'datetime-local'}
            set={(text = '') => field.onChange(text)}
          />
        ) : (
          <TextInput {...field} data-autofocus placeholder={placeholder} />
        )}
        <Button type="submit" size="xs">
          Apply
        </Button>
      </Stack>
    </form>
  )
}
