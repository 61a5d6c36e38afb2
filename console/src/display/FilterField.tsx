import { Button, Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { amountProblem, centsOf, money } from './amounts.ts'
import { dayOf, readDay, startOfDay } from './days.ts'
import { type Filter, problemOf } from './filters.ts'
import { words } from './format.ts'

interface Props {
  readonly filter: Filter
  readonly value: string
  readonly set: (value: string) => void
}

/** Edits the value of a filter. It takes effect with Enter or the button, an account at once. */
export function FilterField({ filter, value, set }: Props) {
  const [draft, setDraft] = useState(() => written(filter, value))
  const [error, setError] = useState<string | undefined>()
  const { kind, label, values = [], placeholder } = filter
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(filter, draft.trim())
    const problem = read === '' ? undefined : problemOf(filter, read)
    if (problem === undefined) return set(read)
    setError(kind === 'amount' ? amountProblem(draft) : problem)
  }
  const write = (text: string) => {
    setDraft(text)
    setError(undefined)
  }
  if (kind === 'account') return <AccountPicker label={label} value={value} onChange={set} />
  const radios = kind === 'yes' ? ['true', 'false'] : values
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs" miw={200}>
        {kind === 'many' && (
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
        )}
        {(kind === 'one' || kind === 'yes') && (
          <Radio.Group label={label} value={draft} onChange={write}>
            <Stack gap={6} pt={6}>
              {radios.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={kind === 'one' ? words(each) : each === 'true' ? 'Yes' : 'No'}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {(kind === 'text' || kind === 'amount' || kind === 'day') && (
          <TextInput
            type={kind === 'day' ? 'date' : 'text'}
            label={label}
            placeholder={placeholder}
            value={draft}
            error={error}
            onChange={(event) => write(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Button type="submit" size="xs">
          Apply
        </Button>
      </Stack>
    </form>
  )
}

/** The value as a person writes it. */
function written({ kind }: Filter, value: string): string {
  if (value === '') return ''
  return kind === 'amount' ? money(value) : kind === 'day' ? dayOf(value) : value
}

/** The value of what a person wrote; an unreadable one stays as it is. */
function readDraft({ kind }: Filter, draft: string): string {
  if (kind === 'amount') return centsOf(draft) ?? draft
  const day = kind === 'day' ? readDay(draft) : undefined
  return day === undefined ? draft : new Date(startOfDay(day)).toISOString()
}
