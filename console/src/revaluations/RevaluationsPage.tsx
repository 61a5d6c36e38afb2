import { Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { QueryOf } from '../api/request.ts'
import type { Revaluation } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { ExportCsv } from '../display/ExportCsv.tsx'
import { Filters } from '../display/Filters.tsx'
import { type Filter, goodSearch } from '../display/filters.ts'
import { Page } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { TokenName } from '../display/TokenName.tsx'
import { useList } from '../display/use-list.ts'

const STATUSES = ['pending', 'approved', 'rejected', 'cancelled', 'expired']
const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', kind: 'many', values: STATUSES },
  { name: 'createdFrom', label: 'Requested on or after', kind: 'day' },
  { name: 'createdBefore', label: 'Requested before', kind: 'day' },
]

const COLUMNS: readonly Column<Revaluation>[] = [
  {
    header: 'Revaluation',
    cell: ({ id, totalItems }) => (
      <RecordLink type="revaluation" id={id} name={revaluedWords(totalItems)} />
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Reason',
    cell: ({ reason }) => (
      <Text size="sm" lineClamp={2}>
        {reason}
      </Text>
    ),
  },
  { header: 'Requested by', cell: (row) => <TokenName id={row.requestedByTokenId} /> },
  { header: 'Requested', cell: ({ createdAt }) => <Time at={createdAt} relative="only" /> },
  {
    header: 'Expires',
    cell: ({ status, expiresAt }) => (
      <Time at={status === 'pending' ? expiresAt : null} relative="only" />
    ),
  },
]

export function RevaluationsPage() {
  const search = goodSearch(useSearch({ from: '/revaluations' }), FILTERS)
  const query = search as QueryOf<'GET /v1/revaluations'>
  return (
    <Page title="Revaluations" permission="inventory_items:read">
      <Filters filters={FILTERS} />
      <RecordTable
        label="Revaluations"
        list={useList('GET /v1/revaluations', { query })}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        tools={<ExportCsv operation="GET /v1/revaluations" args={{ query }} name="revaluations" />}
        empty={
          <EmptyState title="No matching revaluations">
            New values that need a second person, by the policy, appear here.
          </EmptyState>
        }
      />
    </Page>
  )
}

export function revaluedWords(totalItems: number): string {
  return `New value of ${totalItems === 1 ? '1 item' : `${totalItems.toLocaleString()} items`}`
}
