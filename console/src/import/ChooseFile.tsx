import { Button, Code, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { ImportKind } from './import-kinds.ts'

/** Larger ones would make the browser slow: the command reads any size. */
const BYTES_MAX = 50 * 1024 * 1024

interface Props {
  readonly kind: ImportKind
  readonly read: (name: string, content: ArrayBuffer | string) => Promise<void>
}

/** Takes a file that is chosen, dropped or pasted. */
export function ChooseFile({ kind, read }: Props) {
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const reset = useRef<() => void>(null)
  const take = async (file: File | null | undefined) => {
    if (!file) return
    // A mended file has the same name: without this, choosing it again would change nothing.
    reset.current?.()
    const isTooLarge = file.size > BYTES_MAX
    setRefused(isTooLarge ? `${file.name} is over 50 MB: use the command below.` : undefined)
    if (!isTooLarge) await read(file.name, await file.arrayBuffer())
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <Stack gap="md">
      <Columns kind={kind} />
      <Paper
        withBorder
        p="xl"
        bg={isOver ? 'var(--mantine-primary-color-light)' : undefined}
        style={{ borderStyle: 'dashed' }}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Stack align="center" gap="xs">
          <FileUp size={28} aria-hidden />
          <Text size="sm">Drop a CSV file here, or</Text>
          <FileButton
            resetRef={reset}
            onChange={(file) => void take(file)}
            accept=".csv,.tsv,.txt,text/csv"
          >
            {(props) => <Button {...props}>Choose a file</Button>}
          </FileButton>
          {refused !== undefined && (
            <Text size="sm" c="red" role="alert">
              {refused}
            </Text>
          )}
        </Stack>
      </Paper>
      <PasteRows read={read} />
    </Stack>
  )
}

function PasteRows({ read }: Pick<Props, 'read'>) {
  const [text, setText] = useState('')
  return (
    <>
      <Textarea
        label="Or paste the rows"
        description="With the header as the first line; straight from a spreadsheet works, too."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group>
        <Button
          variant="default"
          disabled={text.trim() === ''}
          onClick={() => void read('pasted rows', text)}
        >
          Look at these rows
        </Button>
      </Group>
    </>
  )
}

function Columns({ kind }: { readonly kind: ImportKind }) {
  const sent = kind.columns.filter(({ leftOut }) => leftOut === undefined)
  return (
    <Stack gap={4}>
      <Text size="sm">
        Columns of {kind.plural}, in any order:{' '}
        {sent.map(({ name, isRequired }, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <code>{name}</code>
            {isRequired && ' (needed)'}
          </span>
        ))}
        . Amounts are in cents.
      </Text>
      <Code block tabIndex={0}>
        {kind.example}
      </Code>
    </Stack>
  )
}
