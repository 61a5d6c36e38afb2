import { Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { QueryOf } from '../api/request.ts'
import type { TransferDetails } from '../api/schema.ts'
import { Actions } from '../display/Action.tsx'
import { money } from '../display/amounts.ts'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { EmptyState } from '../display/EmptyState.tsx'
import { ExportCsv } from '../display/ExportCsv.tsx'
import { Filters } from '../display/Filters.tsx'
import { type Filter, goodSearch, goodSort, TEXT } from '../display/filters.ts'
import { Page } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { SavedViews } from '../display/SavedViews.tsx'
import { ShortId } from '../display/ShortId.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useList } from '../display/use-list.ts'
import { useMay } from '../session/caller.tsx'
import { useKeys } from '../shell/keys.ts'

const STATUSES: readonly TransferDetails['status'][] = [
  'pending',
  'completed',
  'rejected',
  'cancelled',
  'expired',
]

const FILTERS: readonly Filter[] = [
  TEXT,
  { name: 'status', label: 'Status', kind: 'many', values: STATUSES },
  { name: 'fromFboAccountId', label: 'From account', kind: 'account' },
  { name: 'toFboAccountId', label: 'To account', kind: 'account' },
  { name: 'createdFrom', label: 'Created on or after', kind: 'day' },
  { name: 'createdBefore', label: 'Created before', kind: 'day' },
]

const COLUMNS: readonly Column<TransferDetails>[] = [
  {
    header: 'Transfer',
    cell: ({ id, totalItems }) => (
      <RecordLink
        type="transfer"
        id={id}
        name={totalItems === 1 ? '1 item' : `${totalItems.toLocaleString()} items`}
      />
    ),
  },
  { header: 'From', cell: (row) => <RecordLink type="account" id={row.fromFboAccountId} /> },
  { header: 'To', cell: (row) => <RecordLink type="account" id={row.toFboAccountId} /> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Declared value',
    cell: ({ totalDeclaredValueCents: cents }) => (cents === null ? '—' : money(cents)),
    isRight: true,
  },
  {
    header: 'Notes',
    cell: ({ notes }) => (
      <Text size="sm" lineClamp={2} title={notes ?? undefined}>
        {notes ?? '—'}
      </Text>
    ),
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt' },
  {
    header: 'Expires',
    cell: ({ status, expiresAt }) => (
      <Time at={status === 'pending' ? expiresAt : null} relative="only" />
    ),
  },
  { header: 'ID', cell: ({ id }) => <ShortId id={id} /> },
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
      <SavedViews />
      <Filters filters={FILTERS} />
      <Transfers />
    </Page>
  )
}

function Transfers() {
  const mayCreate = useMay('transfer_batches:create')
  const search = goodSearch(useSearch({ from: '/transfers' }), FILTERS)
  const query = goodSort(search, 'createdAt') as QueryOf<'GET /v1/transfers'>
  const list = useList('GET /v1/transfers', { query })
  const { page: _, cursor: __, sort: ___, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  return (
    <RecordTable
      label="Transfers"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      tools={<ExportCsv operation="GET /v1/transfers" args={{ query }} name="transfers" />}
      empty={
        <EmptyState title={isFiltered ? 'No matching transfers' : 'No transfers yet'}>
          {isFiltered
            ? 'Change the filters to see others.'
            : mayCreate && 'Create one to move items between accounts.'}
        </EmptyState>
      }
    />
  )
}
