import { SimpleGrid, Stack, Textarea } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { EmptyState } from '../display/EmptyState.tsx'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AccountPicker } from './AccountPicker.tsx'
import { ChooseItems } from './ChooseItems.tsx'
import { ChosenItems } from './ChosenItems.tsx'
import { CreateBar } from './CreateBar.tsx'
import { useDryRun, type Verdict } from './dry-run.ts'
import { goToFirstFault } from './first-fault.ts'
import { useChoice } from './use-choice.ts'
import { useCreate } from './use-create.ts'

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
  const { send, isSending, refusedAt, error } = useCreate(
    'POST /v1/transfers',
    transfer,
    '/transfers/$id',
    choice.isChanged,
  )
  // What is being created is not checked: its items are taken then, by itself.
  const check = useDryRun('POST /v1/transfers', isSending ? undefined : transfer, refusedAt)
  return (
    <Stack ref={faulty}>
      <Accounts from={from} to={to} faults={check.verdict?.ofAccounts} />
      {check.verdict?.ofWhole !== undefined && (
        <div data-fault>
          <ProblemAlert error={check.verdict.ofWhole} />
        </div>
      )}
      <ProblemAlert error={check.error} />
      <ChooseItems
        account={from}
        verb="Move"
        label="Items of the source account"
        unpicked={
          <EmptyState title="Pick the account that the items come from">
            What it has in the vault shows here, to tick. Or paste the ids of items.
          </EmptyState>
        }
        empty={
          <EmptyState title="This account has nothing that can move">
            None of its items is in the vault and free. Pick another account.
          </EmptyState>
        }
        chosen={choice.ids}
        add={choice.addItems}
        remove={choice.remove}
        addText={choice.addText}
      />
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
        {...{ choice, check, isSending, error, send }}
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
  readonly faults: Verdict['ofAccounts'] | undefined
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
