import { Button, Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { amountProblem } from './amounts.ts'
import { DateField } from './fields.tsx'
import { choicesOf, type Filter, problemOf, readDraft, written } from './filters.ts'

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
  const submit = () => {
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
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // A date of which a part is missing is none.
        if (event.currentTarget.reportValidity()) submit()
      }}
      noValidate
    >
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

function Input({ filter, draft, write, error }: InputProps) {
  const { kind, label, placeholder } = filter
  const choices = (Choice: typeof Checkbox | typeof Radio) => (
    <Stack gap={6} pt={6}>
      {choicesOf(filter).map((choice) => (
        <Choice key={choice.value} {...choice} />
      ))}
    </Stack>
  )
  if (kind === 'many') {
    const chosen = draft === '' ? [] : draft.split(',')
    return (
      <Checkbox.Group label={label} value={chosen} onChange={(now) => write(now.join(','))}>
        {choices(Checkbox)}
      </Checkbox.Group>
    )
  }
  if (kind === 'one' || kind === 'yes') {
    return (
      <Radio.Group label={label} value={draft} onChange={write}>
        {choices(Radio)}
      </Radio.Group>
    )
  }
  const field = { label, error, value: draft, 'data-autofocus': true }
  if (kind === 'day' || kind === 'time') {
    const type = kind === 'day' ? 'date' : 'datetime-local'
    return <DateField {...field} type={type} set={(text = '') => write(text)} />
  }
  return (
    <TextInput
      {...field}
      placeholder={placeholder}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}
