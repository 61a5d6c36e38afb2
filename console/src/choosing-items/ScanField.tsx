import { TextInput } from '@mantine/core'
import { ScanBarcode } from 'lucide-react'
import { type FormEvent, useState } from 'react'

interface Props {
  readonly label: string
  readonly description: string
  /** Gets each line that is scanned or typed, or a list that is pasted. */
  readonly onScan: (text: string) => void
}

/** A field for scanners, which type a code and Enter: it is empty for the next one then. */
export function ScanField({ label, description, onScan }: Props) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onScan(text)
    setText('')
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={label}
        description={description}
        leftSection={<ScanBarcode size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          // The field has one line: a list from a spreadsheet would become one word.
          const pasted = event.clipboardData.getData('text')
          if (!pasted.trim().includes('\n')) return
          event.preventDefault()
          onScan(pasted)
        }}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  )
}
