import { Button, Code, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { money } from '../display/amounts.ts'
import type { ImportKind } from './import-kinds.ts'

interface Props {
  readonly kind: ImportKind
  readonly choose: (file: File) => void
}

/** Takes a file that is chosen or dropped, or pasted rows. */
export function ChooseFile({ kind, choose }: Props) {
  const [isOver, setOver] = useState(false)
  const [text, setText] = useState('')
  const reset = useRef<() => void>(null)
  const take = (file: File | null | undefined) => {
    // A corrected file has the same name: without this, choosing it again would do nothing.
    reset.current?.()
    if (file) choose(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
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
          <FileButton resetRef={reset} onChange={take} accept=".csv,.tsv,.txt,text/csv">
            {(props) => <Button {...props}>Choose a file</Button>}
          </FileButton>
        </Stack>
      </Paper>
      <Textarea
        label="Or paste the rows"
        description="Include the header as the first line. You can paste directly from a spreadsheet."
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
          onClick={() => choose(new File([text], 'pasted rows'))}
        >
          Check these rows
        </Button>
      </Group>
    </Stack>
  )
}

function Columns({ kind }: { readonly kind: ImportKind }) {
  return (
    <Stack gap={4}>
      <Text size="sm">
        Columns for {kind.plural}, in any order: {kind.columns.join(', ')}. To keep IDs and dates
        from another system, add the columns <code>id</code> and <code>createdAt</code>. Enter
        amounts in cents: 125000 is {money('125000')}.
      </Text>
      <Code block tabIndex={0}>
        {kind.example}
      </Code>
    </Stack>
  )
}
