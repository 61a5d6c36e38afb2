import { type Creatable, CreatePage } from '../choosing-items/CreatePage.tsx'

const TRANSFER: Creatable = {
  noun: 'transfer',
  permission: 'transfer_batches:create',
  operation: 'POST /v1/transfers',
  accounts: [
    { name: 'from', member: 'fromFboAccountId', label: 'From account' },
    { name: 'to', member: 'toFboAccountId', label: 'To account' },
  ],
  notesHint: 'For the approver, and for the record.',
}

export function NewTransferPage() {
  return <CreatePage of={TRANSFER} />
}
