import { Text } from '@mantine/core'
import type { TransferDetails } from '../api/schema.ts'
import { Actions } from '../display/Action.tsx'
import { money } from '../display/amounts.ts'
import { EXPIRES, ID, STATUS, timeColumn } from '../display/columns.tsx'
import { type Filter, TEXT } from '../display/filters.ts'
import { counted } from '../display/format.ts'
import { ListPage } from '../display/ListPage.tsx'
import { ButtonLink, RecordLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { useMay } from '../session/caller.tsx'
import { useKeys } from '../shell/keys.ts'

const STATUSES = ['pending', 'completed', 'rejected', 'cancelled', 'expired']
const FILTERS: readonly Filter[] = [
  TEXT,
  { name: 'status', label: 'Status', kind: 'many', values: STATUSES },
  { name: 'fromFboAccountId', label: 'From account', kind: 'account' },
  { name: 'toFboAccountId', label: 'To account', kind: 'account' },
  { name: 'createdFrom', label: 'Created on or after', kind: 'day' },
  { name: 'createdBefore', label: 'Created before', kind: 'day' },
]

export const TRANSFER_COLUMNS: readonly Column<TransferDetails>[] = [
  {
    header: 'Transfer',
    cell: ({ id, totalItems }) => (
      <RecordLink type="transfer" id={id} name={counted('item', totalItems)} />
    ),
  },
  { header: 'From', cell: (row) => <RecordLink type="account" id={row.fromFboAccountId} /> },
  { header: 'To', cell: (row) => <RecordLink type="account" id={row.toFboAccountId} /> },
  STATUS,
  {
    header: 'Declared value',
    cell: ({ totalDeclaredValueCents: cents }) => (cents === null ? '—' : money(cents)),
    isRight: true,
  },
  {
    header: 'Notes',
    cell: ({ notes }) => (
      <Text lineClamp={2} title={notes ?? undefined}>
        {notes ?? '—'}
      </Text>
    ),
  },
  timeColumn('Created', 'createdAt', 'createdAt'),
  EXPIRES,
  ID,
]

export function TransfersPage() {
  const { keyOf } = useKeys()
  const mayCreate = useMay('transfer_batches:create')
  return (
    <ListPage
      title="Transfers"
      permission="transfer_batches:read"
      actions={
        <Actions known={[{ label: 'New transfer', permission: 'transfer_batches:create' }]}>
          {mayCreate && (
            <ButtonLink to="/transfers/new" aria-keyshortcuts={keyOf('create')}>
              New transfer
            </ButtonLink>
          )}
        </Actions>
      }
      operation="GET /v1/transfers"
      filters={FILTERS}
      columns={TRANSFER_COLUMNS}
      noneYet={mayCreate && 'Create one to move items between accounts.'}
    />
  )
}
