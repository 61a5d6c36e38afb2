import { Button, Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { amountProblem, centsOf, money } from './amounts.ts'
import { DateField } from './DateField.tsx'
import { dayOf, instantOf, minuteOf, readDay, startOfDay } from './days.ts'
import { type Filter, problemOf } from './filters.ts'
import { words } from './format.ts'

interface Props {
  readonly filter: Filter
  readonly value: string
  readonly set: (value: string) => void
}

/** Edits the value of a filter. It takes effect with Enter or the button, a choice at once. */
export function FilterField({ filter, value, set }: Props) {
  const { kind, label, options = [] } = filter
  if (kind === 'account') return <AccountPicker label={label} value={value} onChange={set} />
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

function Draft({ filter, value, set }: Props) {
  const [draft, setDraft] = useState(() => written(filter, value))
  const [error, setError] = useState<string | undefined>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(filter, draft.trim())
    const problem = read === '' ? undefined : problemOf(filter, read)
    if (problem === undefined) return set(read)
    setError(filter.kind === 'amount' ? amountProblem(draft) : problem)
  }
  const write = (text: string) => {
    setDraft(text)
    setError(undefined)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs" miw={200}>
        <Input filter={filter} draft={draft} write={write} error={error} />
        <Button type="submit" size="xs">
          Apply
        </Button>
      </Stack>
    </form>
  )
}

interface InputProps extends Pick<Props, 'filter'> {
  readonly draft: string
  readonly write: (text: string) => void
  readonly error: string | undefined
}

function Input({
  filter: { kind, label, values = [], placeholder },
  draft,
  write,
  error,
}: InputProps) {
  const field = { label, error, 'data-autofocus': true }
  switch (kind) {
    case 'many':
      return (
        <Checkbox.Group
          label={label}
          value={draft === '' ? [] : draft.split(',')}
          onChange={(chosen) => write(chosen.join(','))}
        >
          <Stack gap={6} pt={6}>
            {values.map((each) => (
              <Checkbox key={each} value={each} label={words(each)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'one':
    case 'yes':
      return (
        <Radio.Group label={label} value={draft} onChange={write}>
          <Stack gap={6} pt={6}>
            {kind === 'one' &&
              values.map((each) => <Radio key={each} value={each} label={words(each)} />)}
            {kind === 'yes' && <Radio value="true" label="Yes" />}
            {kind === 'yes' && <Radio value="false" label="No" />}
          </Stack>
        </Radio.Group>
      )
    case 'day':
      return <DateField {...field} value={draft} set={(text = '') => write(text)} />
    case 'time':
      return (
        <DateField
          {...field}
          type="datetime-local"
          value={draft}
          set={(text = '') => write(text)}
        />
      )
    default:
      return (
        <TextInput
          {...field}
          placeholder={placeholder}
          value={draft}
          onChange={(event) => write(event.currentTarget.value)}
        />
      )
  }
}

/** The value as a person writes it. */
function written({ kind }: Filter, value: string): string {
  if (value === '') return ''
  if (kind === 'time') return minuteOf(value) ?? ''
  return kind === 'amount' ? money(value) : kind === 'day' ? dayOf(value) : value
}

/** The value of what a person wrote; an unreadable one stays as it is. */
function readDraft({ kind }: Filter, draft: string): string {
  if (kind === 'amount') return centsOf(draft) ?? draft
  if (kind === 'time' && draft !== '') return instantOf(draft) ?? draft
  const day = kind === 'day' ? readDay(draft) : undefined
  return day === undefined ? draft : new Date(startOfDay(day)).toISOString()
}
