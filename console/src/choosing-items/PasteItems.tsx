import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { countItems, type Pasted } from './item-choice.ts'

interface Props {
  /** Adds the ids in the text to the choice, and returns what it added. */
  readonly add: (text: string) => Pasted
}

/** Adds items by a list of ids, for example from a spreadsheet. */
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
          label="Item IDs"
          description="One per line, or separated by commas or spaces."
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
    <Alert color={isClean ? 'teal' : 'yellow'} title={`${countItems(added)} added`}>
      {isClean && 'Check the items below for problems.'}
      {repeated.length > 0 && (
        <Text size="sm">
          Duplicates, added only once: <Ids ids={repeated} />
        </Text>
      )}
      {unreadable.length > 0 && (
        <Text size="sm">
          Not valid IDs, skipped: <Ids ids={unreadable} />
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
