import { Alert, Group, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import type { ListedInventoryItem } from '../api/schema.ts'
import { ScanItems } from '../choosing-items/ScanItems.tsx'
import { ACCOUNT, DECLARED_VALUE, ID, STATUS, timeColumn } from '../display/columns.tsx'
import { type Filter, goodSearch, TEXT } from '../display/filters.ts'
import { ListPage } from '../display/ListPage.tsx'
import { AppLink, ButtonLink, RecordLink } from '../display/RecordLink.tsx'
import { type Column, listOf, RecordTable } from '../display/RecordTable.tsx'
import { useItems } from '../display/use-items.ts'
import { useMay } from '../session/caller.tsx'
import { TickedActions } from './TickedActions.tsx'

const STATUSES: readonly ListedInventoryItem['status'][] = [
  'in_vault',
  'transfer_pending',
  'shipment_pending',
  'on_hold',
  'shipped',
  'delivered',
  'withdrawn',
]

const FILTERS: readonly Filter[] = [
  TEXT,
  { name: 'status', label: 'Status', kind: 'many', values: STATUSES },
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
  { header: 'Item', cell: ({ id }) => <RecordLink type="item" id={id} /> },
  STATUS,
  ACCOUNT,
  DECLARED_VALUE,
  timeColumn('Taken in', 'createdAt', 'createdAt'),
  timeColumn('Last changed', 'changedAt'),
  ID,
]

/** The service sorts by value only the items of one account. */
const COLUMNS_OF_ACCOUNT = COLUMNS.map((column) =>
  column === DECLARED_VALUE ? { ...column, sort: 'declaredValueCents' } : column,
)

const UNSORTED_COLUMNS = COLUMNS.filter(({ sort }) => sort === undefined)

export function ItemsPage() {
  const mayTakeIn = useMay('inventory_items:create')
  const { view, ...searched } = useSearch({ from: '/items' })
  const search = goodSearch(searched, FILTERS)
  const isScan = view === 'scan'
  return (
    <ListPage
      title="Items"
      permission="inventory_items:read"
      actions={mayTakeIn && <ButtonLink to="/items/new">Take in an item</ButtonLink>}
      operation="GET /v1/inventory-items"
      filters={FILTERS}
      columns={search.fboAccountId === undefined ? COLUMNS : COLUMNS_OF_ACCOUNT}
      total={useTotal(search)}
      tools={
        <ButtonLink to="/items" variant="default" search={isScan ? {} : { view: 'scan' }}>
          {isScan ? 'Show the list' : 'Scan items'}
        </ButtonLink>
      }
      view={isScan ? <ScannedItems /> : undefined}
      tickedActions={(items, untick) => <TickedActions {...{ items, untick }} />}
      noneYet={
        <>
          Take in an item, or{' '}
          <AppLink to="/import" underline="always">
            import a CSV file
          </AppLink>
          .
        </>
      }
    />
  )
}

/** The summary counts all items by their status. */
function useTotal({ status, ...search }: Readonly<Record<string, unknown>>): number | undefined {
  const summary = useRead('GET /v1/summary').data?.body.data
  const counts = summary?.itemsByStatus
  if (!counts || FILTERS.some(({ name }) => search[name] !== undefined)) return undefined
  const shown = STATUSES.filter((each) => !status || String(status).split(',').includes(each))
  return shown.reduce((sum, each) => sum + counts[each], 0)
}

/** Items that a scanner finds one after the other, for the same actions as ticked ones. */
function ScannedItems() {
  const [ids, setIds] = useState<readonly string[]>([])
  const { items, faults, isReading } = useItems(ids, { staleTime: 0 })
  return (
    <>
      <ScanItems add={({ id }) => setIds((before) => [...new Set([...before, id])])} />
      {faults.map((fault) => (
        <Alert key={fault} color="red" title="Not found">
          {fault}
        </Alert>
      ))}
      {items.length > 0 && !isReading && (
        <>
          <Group gap="xs">
            <Text role="status">{items.length} selected</Text>
            <TickedActions items={items} untick={() => setIds([])} />
          </Group>
          <RecordTable
            label="Scanned items"
            list={listOf(items)}
            columns={UNSORTED_COLUMNS}
            empty={null}
          />
        </>
      )}
    </>
  )
}
