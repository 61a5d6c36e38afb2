import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { Filters } from '../display/Filters.tsx'
import { money } from '../display/format.ts'
import { Page } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { ITEM_STATUSES } from './item-statuses.ts'

const FILTERS = [
  { name: 'status', label: 'Status', values: ITEM_STATUSES },
  { name: 'fboAccountId', label: 'Account', placeholder: 'fbo_…' },
]

const COLUMNS: readonly Column<InventoryItem>[] = [
  { header: 'Item', cell: ({ id }) => <RecordLink type="item" id={id} /> },
  { header: 'Description', cell: ({ description }) => description ?? '—' },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Account',
    cell: ({ fboAccountId }) => <RecordLink type="account" id={fboAccountId} />,
  },
  {
    header: 'Declared value',
    cell: ({ declaredValueCents }) => money(declaredValueCents),
    isRight: true,
  },
  { header: 'Last change', cell: ({ changedAt }) => <Time at={changedAt} /> },
]

export function ItemsPage() {
  return (
    <Page title="Items" permission="inventory_items:read">
      <Filters filters={FILTERS} />
      <Items />
    </Page>
  )
}

function Items() {
  const search = useSearch({ from: '/items' })
  const query = { ...search, limit: 50 } as QueryOf<'GET /v1/inventory-items'>
  const list = useQuery(read('GET /v1/inventory-items', { query }))
  return (
    <RecordTable
      label="Items"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No item matches">
          Clear a filter, or take items in by a request or an import.
        </EmptyState>
      }
    />
  )
}
