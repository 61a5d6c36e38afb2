import { SimpleGrid, Stack, Tabs, Textarea } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChange } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import type { NewTransfer } from '../api/schema.ts'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useUnsent } from '../display/use-unsent.ts'
import { AccountPicker } from './AccountPicker.tsx'
import { ChosenItems } from './ChosenItems.tsx'
import { CreateBar } from './CreateBar.tsx'
import { useDryRun } from './dry-run.ts'
import { goToFirstFault } from './first-fault.ts'
import { PasteItems } from './PasteItems.tsx'
import { SourceItems } from './SourceItems.tsx'
import { useChoice } from './use-choice.ts'

export function NewTransferPage() {
  return (
    <Page title="New transfer" permission="transfer_batches:create">
      <Form />
    </Page>
  )
}

function Form() {
  const { from = '', to = '' } = useSearch({ from: '/transfers/new' })
  const choice = useChoice(from, to)
  const [page, setPage] = useState(1)
  const faulty = useRef<HTMLDivElement>(null)
  const { chosen, transfer } = choice
  const { send, isSending, error } = useSend(transfer)
  useUnsent(choice.isChanged && !isSending)
  // What is being created is not checked: its items are taken then, by itself.
  const check = useDryRun(isSending ? undefined : transfer)
  return (
    <Stack ref={faulty}>
      <Accounts from={from} to={to} faults={check.verdict?.ofMembers} />
      {check.verdict?.ofWhole !== undefined && (
        <div data-fault>
          <ProblemAlert error={check.verdict.ofWhole} />
        </div>
      )}
      <ProblemAlert error={check.error} />
      <Tabs defaultValue="tick">
        <Tabs.List aria-label="Ways to choose items">
          <Tabs.Tab value="tick">Tick items</Tabs.Tab>
          <Tabs.Tab value="paste">Paste ids</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tick" pt="sm">
          <SourceItems
            from={from}
            chosen={choice.ids}
            add={choice.addItems}
            remove={choice.remove}
          />
        </Tabs.Panel>
        <Tabs.Panel value="paste" pt="sm">
          <PasteItems add={choice.addText} />
        </Tabs.Panel>
      </Tabs>
      <ChosenItems
        chosen={chosen}
        verdict={check.verdict}
        page={page}
        setPage={setPage}
        remove={choice.remove}
        setReason={choice.setReason}
      />
      <Textarea
        label="Notes"
        description="For those who approve it, and who read it later."
        value={choice.notes}
        onChange={(event) => choice.setNotes(event.currentTarget.value)}
        maxLength={2000}
        autosize
        minRows={2}
      />
      <CreateBar
        {...{ choice, check, isSending, error }}
        send={() => transfer && void send(transfer)}
        toFault={() => {
          // Those with a fault stand first.
          flushSync(() => setPage(1))
          goToFirstFault(faulty.current)
        }}
      />
    </Stack>
  )
}

interface AccountsProps {
  readonly from: string
  readonly to: string
  /** What is wrong with each, by its pointer. */
  readonly faults: NonNullable<ReturnType<typeof useDryRun>['verdict']>['ofMembers'] | undefined
}

/** The two accounts, which live in the URL. */
function Accounts({ from, to, faults }: AccountsProps) {
  const navigate = useNavigate()
  const set = (account: { readonly from?: string; readonly to?: string }) => {
    const place = account.from === undefined ? {} : { page: undefined, cursor: undefined }
    const search = (before: object) => ({ ...before, ...place, ...account })
    void navigate({ to: '.', search, replace: true })
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <AccountPicker
        label="From account"
        value={from}
        onChange={(id) => set({ from: id })}
        error={faults?.get('/fromFboAccountId')}
      />
      <AccountPicker
        label="To account"
        value={to}
        onChange={(id) => set({ to: id })}
        error={faults?.get('/toFboAccountId')}
      />
    </SimpleGrid>
  )
}

/** Sends the transfer, once, and goes to it. */
function useSend(transfer: NewTransfer | undefined) {
  const navigate = useNavigate()
  const isSent = useRef(false)
  const create = useChange('POST /v1/transfers', ['inventory-items', 'fbo-accounts'])
  const send = async (body: NewTransfer) => {
    if (isSent.current) return
    isSent.current = true
    try {
      const answer = await create.mutateAsync({ body })
      await navigate({ to: '/transfers/$id', params: { id: answer.body.data.id } })
    } catch {
      // The check, which runs again now, shows why beside what it is about.
      isSent.current = false
    }
  }
  // A refusal is of what was sent: it does not stand beside a choice that is another.
  const isOfThis = JSON.stringify(create.variables?.body) === JSON.stringify(transfer)
  return {
    send,
    isSending: create.isPending || create.isSuccess,
    error: isOfThis ? withoutFaults(create.error) : null,
  }
}

/** The faults stand beside what they are about. */
function withoutFaults(error: ProblemError | null): ProblemError | null {
  return error === null ? null : new ProblemError({ ...error.problem, errors: [], errorsTotal: 0 })
}
