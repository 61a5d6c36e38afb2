import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  readonly type?: 'date' | 'datetime-local'
  /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM`, in the reader's zone. */
  readonly value: string | undefined
  readonly set: (value: string | undefined) => void
}

/** The browser's own field for a date. While a part of it is missing, nothing changes yet. */
export function DateField({ type = 'date', value = '', set, ...others }: Props) {
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
