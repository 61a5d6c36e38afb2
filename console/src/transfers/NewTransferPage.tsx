import { SimpleGrid } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { NewTransfer } from '../api/schema.ts'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { CreateForm } from '../choosing-items/CreateForm.tsx'
import type { Verdict } from '../choosing-items/dry-run.ts'
import type { Chosen } from '../choosing-items/item-choice.ts'
import { useChoice } from '../choosing-items/use-choice.ts'
import { EmptyState, Page } from '../display/Page.tsx'

export function NewTransferPage() {
  return (
    <Page title="New transfer" permission="transfer_batches:create">
      <Form />
    </Page>
  )
}

function Form() {
  const { from = '', to = '', items = '' } = useSearch({ from: '/transfers/new' })
  const choice = useChoice(items)
  return (
    <CreateForm
      operation="POST /v1/transfers"
      to="/transfers/$id"
      noun="transfer"
      verb="Transfer"
      choice={choice}
      body={transferOf(from, to, choice.chosen, choice.notes)}
      missing={[
        ...(from === '' ? ['the account to transfer items from'] : []),
        ...(to === '' ? ['the account to transfer them to'] : []),
      ]}
      account={from}
      accounts={(errors) => <Accounts from={from} to={to} errors={errors} />}
      list={{
        label: 'Items of the source account',
        unpicked: (
          <EmptyState title="Choose the account to transfer items from">
            Its available items are listed here. Or scan or paste items.
          </EmptyState>
        ),
        empty: (
          <EmptyState title="This account has no items to transfer">
            It has no available items in the vault. Choose another account.
          </EmptyState>
        ),
      }}
      notesHint="For the approver, and for the record."
    />
  )
}

interface AccountsProps {
  readonly from: string
  readonly to: string
  readonly errors: Verdict['byAccount']
}

/** The two accounts, which are in the URL. */
function Accounts({ from, to, errors }: AccountsProps) {
  const navigate = useNavigate()
  const set = (account: { readonly from?: string; readonly to?: string }) => {
    const paging = account.from === undefined ? {} : { page: undefined, cursor: undefined }
    const search = (before: object) => ({ ...before, ...paging, ...account })
    void navigate({ to: '.', search, replace: true })
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <AccountPicker
        label="From account"
        value={from}
        onChange={(id) => set({ from: id })}
        error={errors.get('/fromFboAccountId')}
      />
      <AccountPicker
        label="To account"
        value={to}
        onChange={(id) => set({ to: id })}
        error={errors.get('/toFboAccountId')}
      />
    </SimpleGrid>
  )
}

/** The request; undefined until it has both accounts and an item. */
function transferOf(
  fromFboAccountId: string,
  toFboAccountId: string,
  chosen: readonly Chosen[],
  notes: string,
): NewTransfer | undefined {
  const [first, ...others] = chosen.map(({ id, reason }) => ({ inventoryItemId: id, reason }))
  if (fromFboAccountId === '' || toFboAccountId === '' || first === undefined) return undefined
  return {
    fromFboAccountId,
    toFboAccountId,
    items: [first, ...others],
    ...(notes.trim() !== '' && { notes: notes.trim() }),
  }
}
