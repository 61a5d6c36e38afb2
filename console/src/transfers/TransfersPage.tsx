import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { TransferDetails } from '../api/schema.ts'
import { Actions } from '../display/Action.tsx'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { EmptyState } from '../display/EmptyState.tsx'
import { Filters } from '../display/Filters.tsx'
import { Page } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { useKeys } from '../shell/keys.ts'

const STATUSES: readonly TransferDetails['status'][] = [
  'pending',
  'completed',
  'rejected',
  'cancelled',
  'expired',
]

const FILTERS = [
  { name: 'status', label: 'Status', values: STATUSES },
  { name: 'fromFboAccountId', label: 'From account', placeholder: 'fbo_…' },
  { name: 'toFboAccountId', label: 'To account', placeholder: 'fbo_…' },
  { name: 'createdFrom', label: 'Created on or after', isDay: true },
  { name: 'createdBefore', label: 'Created before', isDay: true },
]

const COLUMNS: readonly Column<TransferDetails>[] = [
  { header: 'Transfer', cell: ({ id }) => <RecordLink type="transfer" id={id} /> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'From',
    cell: (row) => <RecordLink type="account" id={row.fromFboAccountId} />,
  },
  { header: 'To', cell: (row) => <RecordLink type="account" id={row.toFboAccountId} /> },
  { header: 'Items', cell: ({ totalItems }) => totalItems.toLocaleString(), isRight: true },
  {
    header: 'Notes',
    cell: ({ notes }) => (
      <Text size="sm" lineClamp={2} miw={120} maw={200} title={notes ?? undefined}>
        {notes ?? '—'}
      </Text>
    ),
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Expires',
    cell: ({ status, expiresAt }) => (
      <Time at={status === 'pending' ? expiresAt : null} relative="only" />
    ),
  },
]

export function TransfersPage() {
  const { keyOf } = useKeys()
  const mayCreate = useMay('transfer_batches:create')
  return (
    <Page
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
    >
      <Filters filters={FILTERS} />
      <Transfers />
    </Page>
  )
}

function Transfers() {
  const mayCreate = useMay('transfer_batches:create')
  const search = useSearch({ from: '/transfers' })
  const query = { ...search, limit: 50 } as QueryOf<'GET /v1/transfers'>
  const list = useQuery(read('GET /v1/transfers', { query }))
  return (
    <RecordTable
      label="Transfers"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No matching transfers">
          {mayCreate
            ? 'Change the filters, or create a transfer.'
            : 'Change the filters to see others.'}
        </EmptyState>
      }
    />
  )
}
