import { useSearch } from '@tanstack/react-router'
import type { QueryOf } from '../api/request.ts'
import type { TransferDetails } from '../api/schema.ts'
import { Actions } from '../display/Action.tsx'
import { ExportCsv } from '../display/ExportCsv.tsx'
import { Filters } from '../display/Filters.tsx'
import { type Filter, goodSearch, goodSort, TEXT } from '../display/filters.ts'
import { useList } from '../display/lists.tsx'
import { EmptyState, Page } from '../display/Page.tsx'
import { ButtonLink } from '../display/RecordLink.tsx'
import { RecordTable } from '../display/RecordTable.tsx'
import { SavedViews } from '../display/SavedViews.tsx'
import { useMay } from '../session/caller.tsx'
import { useKeys } from '../shell/keys.ts'
import { TRANSFER_COLUMNS } from './transfer-columns.tsx'

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
      columns={TRANSFER_COLUMNS}
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
