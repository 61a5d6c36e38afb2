import { type Creatable, CreatePage } from '../choosing-items/CreatePage.tsx'
import { EmptyState } from '../display/Page.tsx'

const TRANSFER: Creatable = {
  noun: 'transfer',
  permission: 'transfer_batches:create',
  operation: 'POST /v1/transfers',
  to: '/transfers/$id',
  accounts: [
    {
      name: 'from',
      member: 'fromFboAccountId',
      label: 'From account',
      needed: 'the account to transfer items from',
    },
    {
      name: 'to',
      member: 'toFboAccountId',
      label: 'To account',
      needed: 'the account to transfer them to',
    },
  ],
  list: {
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
  },
  notesHint: 'For the approver, and for the record.',
}

export function NewTransferPage() {
  return <CreatePage of={TRANSFER} />
}
