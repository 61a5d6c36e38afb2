import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { ListedInventoryItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { EmptyState } from '../display/EmptyState.tsx'
import { Filters } from '../display/Filters.tsx'
import { Page } from '../display/Page.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { ITEM_STATUSES } from './item-statuses.ts'

const FILTERS = [
  { name: 'status', label: 'Status', values: ITEM_STATUSES },
  { name: 'fboAccountId', label: 'Account', placeholder: 'fbo_…' },
  { name: 'createdFrom', label: 'Taken in on or after', isDay: true },
  { name: 'createdBefore', label: 'Taken in before', isDay: true },
]

const COLUMNS: readonly Column<ListedInventoryItem>[] = [
  { header: 'Item', cell: ({ id }) => <RecordLink type="item" id={id} /> },
  { header: 'Description', cell: ({ description }) => <bdi>{description ?? '—'}</bdi> },
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
  { header: 'Last changed', cell: ({ changedAt }) => <Time at={changedAt} /> },
]

export function ItemsPage() {
  const mayTakeIn = useMay('inventory_items:create')
  return (
    <Page
      title="Items"
      permission="inventory_items:read"
      actions={mayTakeIn && <ButtonLink to="/items/new">Take in an item</ButtonLink>}
    >
      <Filters filters={FILTERS} />
      <Items />
    </Page>
  )
}

function Items() {
  const search = useSearch({ from: '/items' })
  const query = { ...search, limit: 50 } as QueryOf<'GET /v1/inventory-items'>
  const list = useQuery(read('GET /v1/inventory-items', { query }))
  const { page: _, cursor: __, ...filters } = search
  return (
    <RecordTable
      label="Items"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        Object.keys(filters).length > 0 ? (
          <EmptyState title="No matching items">
            Change the filters, or{' '}
            <AppLink to="/items" underline="always">
              show all items
            </AppLink>
            .
          </EmptyState>
        ) : (
          <EmptyState title="No items yet">
            Take in an item, or{' '}
            <AppLink to="/import" underline="always">
              import a CSV file
            </AppLink>
            .
          </EmptyState>
        )
      }
    />
  )
}
