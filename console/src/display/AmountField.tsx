import { Text, TextInput } from '@mantine/core'
import { amountFault, centsOf, money } from './amounts.ts'

interface Props {
  readonly label: string
  readonly description: string
  readonly text: string
  readonly set: (text: string) => void
  readonly placeholder?: string
  readonly isDisabled?: boolean
  /** What the service says of it. */
  readonly error?: string | undefined
}

/** An amount as the reader's locale writes it. Below stands what it is read as. */
export function AmountField({ label, description, text, set, error, ...others }: Props) {
  const cents = centsOf(text)
  const { placeholder, isDisabled = false } = others
  return (
    <div>
      <TextInput
        label={label}
        description={description}
        placeholder={placeholder}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
        error={amountFault(text) ?? error}
        disabled={isDisabled}
      />
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {cents !== undefined && `Read as ${money(cents)}`}
      </Text>
    </div>
  )
}
