import { Stack, Textarea } from '@mantine/core'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { ChooseItems } from './ChooseItems.tsx'
import { ChosenItems } from './ChosenItems.tsx'
import { CreateBar } from './CreateBar.tsx'
import { type Creation, type CreationBody, useDryRun, type Verdict } from './dry-run.ts'
import { countItems } from './item-choice.ts'
import { scrollToProblem } from './scroll-to-problem.ts'
import type { Choice } from './use-choice.ts'
import { useCreate } from './use-create.ts'

interface Props<O extends Creation> {
  readonly operation: O
  /** The page of the new record. */
  readonly to: '/transfers/$id' | '/shipments/$id'
  readonly noun: 'transfer' | 'shipment'
  /** The verb for each item, in the heading of its checkboxes. */
  readonly verb: 'Transfer' | 'Add'
  readonly choice: Choice
  /** The request; undefined while something is missing. */
  readonly body: CreationBody<O> | undefined
  readonly missing: readonly string[]
  /** The account whose items can be selected; empty until it is chosen. */
  readonly account: string
  /** The fields of the accounts, given the messages of the check by their pointers. */
  readonly accounts: (errors: Verdict['byAccount']) => ReactNode
  readonly list: Pick<ComponentProps<typeof ChooseItems>, 'label' | 'unpicked' | 'empty'>
  readonly notesHint: string
}

/** Creates a transfer or a shipment from chosen items. The choice is checked as it changes. */
export function CreateForm<O extends Creation>(props: Props<O>) {
  const { operation, noun, verb, choice, body, account } = props
  const { chosen } = choice
  const [page, setPage] = useState(1)
  const form = useRef<HTMLDivElement>(null)
  const created = useCreate(operation, body, props.to, choice.isChanged)
  const { send, isSending, refusedAt, error } = created
  // A choice that is being created is not checked: the creation itself claims its items.
  const check = useDryRun(operation, isSending ? undefined : body, refusedAt)
  const { verdict } = check
  return (
    <Stack ref={form}>
      {props.accounts(verdict?.byAccount ?? new Map())}
      {verdict?.overall !== undefined && (
        <div data-problem>
          <ProblemAlert error={verdict.overall} />
        </div>
      )}
      <ProblemAlert error={check.error} />
      <ChooseItems {...props.list} account={account} verb={verb} choice={choice} />
      <ChosenItems
        title={`${countItems(chosen.length)} in this ${noun}`}
        choice={choice}
        hasReasons={noun === 'transfer'}
        verdict={verdict}
        page={page}
        setPage={setPage}
      />
      <Textarea
        label="Notes"
        description={props.notesHint}
        value={choice.notes}
        onChange={(event) => choice.setNotes(event.currentTarget.value)}
        maxLength={2000}
        autosize
        minRows={2}
      />
      <CreateBar
        noun={noun}
        missing={[...props.missing, ...(chosen.length === 0 ? ['at least one item'] : [])]}
        check={check}
        isSending={isSending}
        error={error}
        send={send}
        scrollToProblem={() => {
          // Items with problems are on the first page.
          flushSync(() => setPage(1))
          scrollToProblem(form.current)
        }}
      />
    </Stack>
  )
}
