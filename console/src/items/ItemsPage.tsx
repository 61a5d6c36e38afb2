import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { ListedInventoryItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { EmptyState } from '../display/EmptyState.tsx'
import { ExportCsv } from '../display/ExportCsv.tsx'
import { Filters } from '../display/Filters.tsx'
import { type Filter, goodSearch, goodSort, TEXT } from '../display/filters.ts'
import { Page } from '../display/Page.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { SavedViews } from '../display/SavedViews.tsx'
import { ShortId } from '../display/ShortId.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useList } from '../display/use-list.ts'
import { useMay } from '../session/caller.tsx'
import { ITEM_STATUSES } from './item-statuses.ts'

const FILTERS: readonly Filter[] = [
  TEXT,
  { name: 'status', label: 'Status', kind: 'many', values: ITEM_STATUSES },
  { name: 'fboAccountId', label: 'Account', kind: 'account' },
  { name: 'declaredValueFrom', label: 'Declared value from', kind: 'amount' },
  { name: 'declaredValueTo', label: 'Declared value to', kind: 'amount' },
  {
    name: 'identifier',
    label: 'Identifier',
    kind: 'text',
    placeholder: 'serial:12345',
    form: [/^[a-z][a-z0-9_]{0,39}:.{1,128}$/, 'Enter a scheme and a value, like serial:12345.'],
  },
  { name: 'createdFrom', label: 'Taken in on or after', kind: 'day' },
  { name: 'createdBefore', label: 'Taken in before', kind: 'day' },
  { name: 'changedFrom', label: 'Changed on or after', kind: 'day' },
  { name: 'changedBefore', label: 'Changed before', kind: 'day' },
]

const COLUMNS: readonly Column<ListedInventoryItem>[] = [
  {
    header: 'Item',
    cell: ({ id, description }) => (
      <RecordLink type="item" id={id} name={description ?? undefined} />
    ),
  },
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
  { header: 'Taken in', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt' },
  { header: 'Last changed', cell: ({ changedAt }) => <Time at={changedAt} /> },
  { header: 'ID', cell: ({ id }) => <ShortId id={id} /> },
]

/** The service sorts by value only the items of one account. */
const COLUMNS_OF_ACCOUNT = COLUMNS.map((column) =>
  column.header === 'Declared value' ? { ...column, sort: 'declaredValueCents' } : column,
)

export function ItemsPage() {
  const mayTakeIn = useMay('inventory_items:create')
  return (
    <Page
      title="Items"
      permission="inventory_items:read"
      actions={mayTakeIn && <ButtonLink to="/items/new">Take in an item</ButtonLink>}
    >
      <SavedViews />
      <Filters filters={FILTERS} />
      <Items />
    </Page>
  )
}

function Items() {
  const search = goodSearch(useSearch({ from: '/items' }), FILTERS)
  const isOfAccount = search.fboAccountId !== undefined
  const sorts = isOfAccount ? ['createdAt', 'declaredValueCents'] : ['createdAt']
  const query = goodSort(search, ...sorts) as QueryOf<'GET /v1/inventory-items'>
  const list = useList('GET /v1/inventory-items', { query })
  const { page: _, cursor: __, sort: ___, ...filters } = search
  return (
    <RecordTable
      label="Items"
      list={list}
      columns={isOfAccount ? COLUMNS_OF_ACCOUNT : COLUMNS}
      rowKey={({ id }) => id}
      total={useTotal(filters)}
      tools={<ExportCsv operation="GET /v1/inventory-items" args={{ query }} name="items" />}
      actions={(ticked) => <TickedActions ticked={ticked} />}
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

/** The summary counts all items by their status. */
function useTotal({ status, ...others }: Readonly<Record<string, unknown>>): number | undefined {
  const summary = useQuery(read('GET /v1/summary')).data?.body.data
  const counts: Record<string, number> = summary?.itemsByStatus ?? {}
  if (Object.keys(others).length > 0 || Object.keys(counts).length === 0) return undefined
  const counted = Object.entries(counts).filter(
    ([each]) => status === undefined || String(status).split(',').includes(each),
  )
  return counted.reduce((sum, [, count]) => sum + count, 0)
}

/** Labels of ticked items; those of one account that are free can be transferred together. */
function TickedActions({ ticked }: { readonly ticked: readonly ListedInventoryItem[] }) {
  const mayTransfer = useMay('transfer_batches:create')
  const from = ticked[0]?.fboAccountId
  const items = ticked.map(({ id }) => id).join(',')
  const isFree = ticked.every((item) => item.status === 'in_vault' && item.fboAccountId === from)
  return (
    <>
      <ButtonLink to="/labels" size="xs" variant="default" search={{ items }}>
        Print labels
      </ButtonLink>
      {mayTransfer && isFree && (
        <ButtonLink to="/transfers/new" size="xs" search={{ from, items }}>
          Transfer
        </ButtonLink>
      )}
      {mayTransfer && !isFree && (
        <Text size="sm" c="dimmed">
          To transfer them, select items in the vault of one account.
        </Text>
      )}
    </>
  )
}
