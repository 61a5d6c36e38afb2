import { Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { amountProblem, centsOf, money } from './amounts.ts'

interface Props {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  /** The message of the service or of the form. */
  readonly error?: ReactNode
}

/** An amount in the reader's locale. Below it is the amount that was understood. */
export function AmountField({ value, onChange, error, ...others }: Props) {
  const cents = centsOf(value)
  return (
    <div>
      <TextInput
        {...others}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={amountProblem(value) ?? error}
      />
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {cents !== undefined && `Amount: ${money(cents)}`}
      </Text>
    </div>
  )
}
