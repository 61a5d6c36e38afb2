import {
  Checkbox,
  Radio,
  type RadioGroupProps,
  Stack,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useEffect, useState } from 'react'
import { amountProblem, centsOf, money } from './amounts.ts'
import { Remark } from './RecordLink.tsx'

interface AmountProps extends Omit<TextInputProps, 'onChange'> {
  readonly value: string
  readonly onChange: (text: string) => void
}

/** An amount in the reader's locale. Below it is the amount that was understood. */
export function AmountField({ value, onChange, error, ...others }: AmountProps) {
  const cents = centsOf(value)
  return (
    <div>
      <TextInput
        {...others}
        inputMode="decimal"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={amountProblem(value) ?? error}
      />
      <Remark mt={4} aria-live="polite">
        {cents !== undefined && `Amount: ${money(cents)}`}
      </Remark>
    </div>
  )
}

interface DateProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  readonly type?: 'date' | 'datetime-local'
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM`, in the reader's zone. */
  readonly value: string | undefined
  readonly set: (value: string | undefined) => void
}

/** The browser's own field for a date. While a part of it is missing, nothing changes yet. */
export function DateField({ type = 'date', value = '', set, ...others }: DateProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      type={type}
      // The first digits of a year are one long ago.
      min={type === 'date' ? '1900-01-01' : '1900-01-01T00:00'}
      {...others}
      value={text}
      onChange={({ currentTarget: field }) => {
        setText(field.value)
        if (field.validity.valid) set(field.value || undefined)
      }}
    />
  )
}

interface RadioProps extends Omit<RadioGroupProps, 'children'> {
  readonly words: Readonly<Record<string, string>>
}

/** A choice of one value, with all of them in sight. */
export function RadioField({ words, ...group }: RadioProps) {
  return (
    <Radio.Group {...group}>
      <Stack gap={6} mt={4}>
        {Object.entries(words).map(([value, label]) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** A line of text; `capitals` are sent as such. */
type TextKind = 'text' | 'email' | 'tel' | 'capitals'

export interface EditField {
  /** The member of the record, or a member of a member: `recipient/city`. */
  readonly name: string
  readonly label: string
  readonly description?: string
  /** By default a line of text. Metadata and identifiers have a line for each pair. */
  readonly kind?: TextKind | 'lines' | 'amount' | 'check' | 'metadata' | 'identifiers'
  readonly required?: boolean
  readonly maxLength?: number
}

export const REASON: EditField = {
  name: 'reason',
  label: 'Reason',
  description: 'Saved with the record; others can read it.',
  kind: 'lines',
  required: true,
  maxLength: 500,
}

interface InputProps {
  readonly field: EditField
  /** Shown in place of the description. */
  readonly saved?: string | false
  readonly value?: string
  readonly onChange: (value: unknown) => void
}

export function FieldInput({ field, saved, value = '', ...others }: InputProps) {
  const { kind, label, description = '', required = false, maxLength } = field
  const props = { ...others, label, description: saved || description, value }
  if (kind === 'amount') return <AmountField {...props} />
  if (kind === 'check') {
    return (
      <Checkbox
        {...props}
        checked={value === 'yes'}
        onChange={(event) => props.onChange(event.currentTarget.checked ? 'yes' : '')}
      />
    )
  }
  const text = { ...props, required, maxLength, autoComplete: 'off' }
  if (kind === 'lines' || kind === 'metadata' || kind === 'identifiers')
    return <Textarea {...text} autosize minRows={2} />
  return <TextInput {...text} type={kind === 'email' || kind === 'tel' ? kind : 'text'} />
}
