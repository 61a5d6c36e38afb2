import { Button, Group, Paper, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChange } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { counted } from '../display/format.ts'
import { useUnsavedChanges } from '../display/forms.ts'
import { useChangeSearch } from '../display/lists.tsx'
import { Page } from '../display/Page.tsx'
import { Failure, ProblemAlert } from '../display/ProblemAlert.tsx'
import type { Permission } from '../session/caller.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import { ChooseItems } from './ChooseItems.tsx'
import { ChosenItems } from './ChosenItems.tsx'
import { type Creation, type CreationBody, isRefusal, useDryRun } from './dry-run.ts'
import { type Choice, useChoice } from './use-choice.ts'

export interface Creatable {
  readonly noun: 'transfer' | 'shipment'
  readonly permission: Permission
  readonly operation: Creation
  /** Its accounts, by the parameter of the URL. Items of the first can be selected. */
  readonly accounts: readonly {
    readonly name: string
    readonly member: `${string}AccountId`
    readonly label: string
  }[]
  readonly notesHint: string
}

type Search = Readonly<Record<string, string | undefined>>

/** Creates a transfer or a shipment from chosen items. The choice is checked as it changes. */
export function CreatePage({ of }: { readonly of: Creatable }) {
  const { noun, permission, operation, accounts, notesHint } = of
  const search: Search = useSearch({ strict: false })
  const changeSearch = useChangeSearch(true)
  const choice = useChoice(search.items ?? '')
  const [look, setLook] = useState(0)
  const form = useRef<HTMLDivElement>(null)
  const missing = accounts.filter(({ name }) => !search[name]).map(({ label }) => label)
  if (choice.chosen.length === 0) missing.push('at least one item')
  const body = missing.length === 0 ? bodyOf(of, search, choice) : undefined
  const created = useCreate(of, body, choice.isChanged)
  // A choice that is being created is not checked: the creation itself claims its items.
  const check = useDryRun(operation, created.isSending ? undefined : body, created.refusedAt)
  const { verdict } = check
  return (
    <Page title={`New ${noun}`} permission={permission}>
      <Stack ref={form}>
        <SimpleGrid cols={{ base: 1, sm: accounts.length }}>
          {accounts.map(({ name, member, label }) => (
            <AccountPicker
              key={name}
              label={label}
              value={search[name] ?? ''}
              onChange={(id) => changeSearch({ [name]: id })}
              error={verdict.byAccount.get(`/${member}`)}
            />
          ))}
        </SimpleGrid>
        {verdict.overall && (
          <div data-problem>
            <ProblemAlert error={verdict.overall} />
          </div>
        )}
        <ProblemAlert error={check.error} />
        <ChooseItems account={search[accounts[0]?.name ?? ''] ?? ''} choice={choice} />
        <ChosenItems key={look} noun={noun} choice={choice} violations={verdict.byItem} />
        <Textarea
          label="Notes"
          description={notesHint}
          value={choice.notes}
          onChange={(event) => choice.setNotes(event.currentTarget.value)}
          maxLength={2000}
          autosize
          minRows={2}
        />
        <Bar
          {...{ noun, missing, check, ...created }}
          scrollToProblem={() => {
            // Items with problems are on the first page of those that are chosen.
            flushSync(() => setLook(look + 1))
            scrollToProblem(form.current)
          }}
        />
      </Stack>
    </Page>
  )
}

/**
 * Creates a record from the chosen items, once, and opens it. Until then, it asks before the page
 * is left.
 * @param isDirty whether the person chose or wrote any of it
 */
function useCreate(
  { operation, noun }: Creatable,
  body: CreationBody | undefined,
  isDirty: boolean,
) {
  const navigate = useNavigate()
  const isSent = useRef(false)
  const create = useChange<Creation>(operation, ['inventory-items', 'fbo-accounts'])
  useUnsavedChanges(
    isDirty || create.isPending,
    create.isPending
      ? 'This is still being created. If you leave now, check the list to see whether it worked. Leave?'
      : undefined,
  )
  const send = () => {
    if (isSent.current || body === undefined) return
    isSent.current = true
    create.mutate(
      { body },
      {
        // Neither is called after the page is left.
        onSuccess: ({ body }) =>
          void navigate({ to: `/${noun}s/$id`, params: { id: body.data.id }, ignoreBlocker: true }),
        // The check runs again now, and shows each violation beside its item.
        onError: () => {
          isSent.current = false
        },
      },
    )
  }
  // A refusal is about the choice that was sent, not about a later one.
  const isForThis = JSON.stringify(create.variables?.body) === JSON.stringify(body)
  const { problem } = (isForThis && create.error) || {}
  return {
    send,
    isSending: create.isPending || create.isSuccess,
    refusedAt: create.isError ? create.submittedAt : 0,
    // The violations are shown beside their items.
    error: problem && new ProblemError({ ...problem, errors: [], errorsTotal: 0 }),
  }
}

function bodyOf({ noun, accounts }: Creatable, search: Search, { chosen, notes }: Choice) {
  return {
    ...Object.fromEntries(accounts.map(({ name, member }) => [member, search[name]])),
    items: chosen.map(({ id, reason }) => ({
      inventoryItemId: id,
      ...(noun === 'transfer' && { reason }),
    })),
    ...(notes.trim() !== '' && { notes: notes.trim() }),
  } as CreationBody
}

interface BarProps extends Pick<ReturnType<typeof useCreate>, 'error' | 'isSending' | 'send'> {
  readonly noun: string
  readonly missing: readonly string[]
  readonly check: ReturnType<typeof useDryRun>
  readonly scrollToProblem: () => void
}

/** A bar that stays in sight: what is missing, and the button that creates the record. */
function Bar(props: BarProps) {
  const { noun, missing, check, isSending, error, send } = props
  const problems = check.isCurrent && !isSending ? check.verdict.count : 0
  // Otherwise the refusal of the attempt is beside the items and accounts.
  const isShownAbove = isRefusal(error) && problems > 0 && check.error === null
  return (
    <Paper withBorder p="sm" pos="sticky" bottom={0} style={{ zIndex: 2 }}>
      {!isShownAbove && <Failure error={error} />}
      <Group justify="space-between" gap="xs">
        <Text role="status" fw={problems > 0 ? 600 : undefined}>
          {outlook(props, problems)}
        </Text>
        {problems > 0 ? (
          <Button variant="default" onClick={props.scrollToProblem}>
            Go to the first problem
          </Button>
        ) : (
          <Button onClick={send} disabled={missing.length > 0} loading={isSending}>
            Create {noun}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function outlook({ noun, missing, check, isSending }: BarProps, problems: number): string {
  if (isSending) return 'Creating…'
  if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`
  if (!check.isCurrent) return check.error === null ? 'Checking…' : 'Could not check the items.'
  if (problems === 0) return `Ready to create the ${noun}.`
  return counted('problem', problems)
}

/** Scrolls to the first field with an error, or message about one, and gives it the focus. */
function scrollToProblem(within: HTMLElement | null): void {
  const problem = within?.querySelector<HTMLElement>('[aria-invalid=true], [data-problem]')
  if (!problem) return
  if (!problem.matches('input')) problem.tabIndex = -1
  problem.focus({ preventScroll: true })
  problem.scrollIntoView({ block: 'center' })
}
