import { List, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readAgain } from '../api/queries.ts'
import { money } from '../display/amounts.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { useSubmit } from '../display/forms.ts'
import { useAsksForProof } from '../passkeys/authenticator.ts'
import { type Decidable, useDecide, type Verb, versionOf } from './decisions.ts'

export interface Entry extends Decidable {
  readonly title: ReactNode
  readonly cents: string | null
}

interface Props {
  readonly verb: Verb
  readonly entries: readonly Entry[]
  /** Called with the ids of the records that were decided. */
  readonly close: (decided: readonly string[]) => void
}

/** Decides several records, each by a request of its own, and says what became of each. */
export function DecideDialog({ verb, entries, close }: Props) {
  const [reason, setReason] = useState('')
  const asksForProof = useAsksForProof()
  const { versions, results, left, decided, submit, isRunning, error } = useDecisions(
    { verb, entries, close },
    reason.trim(),
  )
  const label = verb === 'approve' ? 'Approve' : 'Reject'
  const sum = entries.reduce((total, { cents }) => total + BigInt(cents ?? 0), 0n)
  const title = `${label} ${entries.length === 1 ? '1 record' : `${entries.length} records`}`
  return (
    <Modal opened onClose={() => close(decided())} title={title} centered returnFocus={false}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        error={error ?? versions.error}
        label={results.size > 0 ? 'Try the others again' : title}
        close={() => close(decided())}
        isRunning={isRunning}
        isDisabled={left.length === 0 || versions.data === undefined}
        color={verb === 'reject' ? 'red' : undefined}
      >
        <Listed entries={entries} results={results} />
        <Stack gap={4}>
          <Text size="sm">
            Declared value of all: <b>{money(`${sum}`)}</b>. Each is decided by itself.
          </Text>
          {verb === 'approve' && asksForProof && (
            <Text size="sm">Your device asks for your passkey once for each.</Text>
          )}
        </Stack>
        {verb === 'reject' && (
          <Textarea
            label="Reason"
            description="Saved with each record; others can read it."
            required
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={500}
          />
        )}
      </DialogForm>
    </Modal>
  )
}

interface ListedProps extends Pick<Props, 'entries'> {
  readonly results: ReadonlyMap<string, string>
}

/** The records, with what became of each. */
function Listed({ entries, results }: ListedProps) {
  return (
    <List size="sm" aria-label="Records to decide">
      {entries.map(({ id, title: name, cents }) => (
        <List.Item key={id}>
          {name}
          {cents !== null && `, ${money(cents)}`}
          {results.has(id) && (
            <Text size="sm" fw={600} role="status">
              {results.get(id)}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  )
}

/** Decides the records that are left, one after the other. */
function useDecisions({ verb, entries, close }: Props, reason: string) {
  const [results, setResults] = useState<ReadonlyMap<string, string>>(new Map())
  const decide = useDecide()
  const client = useQueryClient()
  // The versions that the person saw when the dialog opened.
  const versions = useQuery({
    queryKey: ['versions to decide', ...entries.map(({ id }) => id)],
    queryFn: () => Promise.all(entries.map(versionOf)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const done = verb === 'approve' ? 'Approved' : 'Rejected'
  const left = entries.filter(({ id }) => results.get(id) !== done)
  const decided = () => entries.filter((entry) => !left.includes(entry)).map(({ id }) => id)
  const { submit, isRunning, error } = useSubmit(async () => {
    const found = new Map(results)
    for (const entry of left) {
      const version = versions.data?.[entries.indexOf(entry)] ?? ''
      const result = await decide(entry, verb, version, reason).then(
        () => done,
        (failure: Error) => `Refused: ${failure.message}`,
      )
      found.set(entry.id, result)
      setResults(new Map(found))
    }
    await readAgain(client)
    if ([...found.values()].every((result) => result === done)) close(entries.map(({ id }) => id))
  })
  return { versions, results, left, decided, submit, isRunning, error }
}
