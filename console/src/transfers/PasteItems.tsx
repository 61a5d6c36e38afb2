import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Pasted } from './item-choice.ts'

interface Props {
  /** Adds the ids of the text to the choice, and says what became of them. */
  readonly add: (text: string) => Pasted
}

/** Adds items by a list of their ids, from a spreadsheet for example. */
export function PasteItems({ add }: Props) {
  const [text, setText] = useState('')
  const [pasted, setPasted] = useState<Pasted | undefined>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    setPasted(add(text))
    setText('')
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label="Ids of items"
          description="One a line, or with commas or spaces between them."
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Group>
          <Button type="submit" variant="default" disabled={text.trim() === ''}>
            Add these items
          </Button>
        </Group>
        <div role="status">{pasted !== undefined && <Outcome pasted={pasted} />}</div>
      </Stack>
    </form>
  )
}

function Outcome({ pasted: { added, repeated, unreadable } }: { readonly pasted: Pasted }) {
  const isClean = repeated.length === 0 && unreadable.length === 0
  return (
    <Alert color={isClean ? 'teal' : 'yellow'} title={`${count(added)} added`}>
      {isClean && 'Faults, if there are any, stand beside the items.'}
      {repeated.length > 0 && (
        <Text size="sm">
          There more than once, taken once: <Ids ids={repeated} />
        </Text>
      )}
      {unreadable.length > 0 && (
        <Text size="sm">
          No ids, left out: <Ids ids={unreadable} />
        </Text>
      )}
    </Alert>
  )
}

const SHOWN = 10

function Ids({ ids }: { readonly ids: readonly string[] }) {
  return (
    <>
      {ids.slice(0, SHOWN).map((id) => (
        <span key={id} style={{ overflowWrap: 'anywhere' }}>
          <code>{id}</code>{' '}
        </span>
      ))}
      {ids.length > SHOWN && `and ${ids.length - SHOWN} more`}
    </>
  )
}

export function count(items: number): string {
  return items === 1 ? '1 item' : `${items.toLocaleString()} items`
}
