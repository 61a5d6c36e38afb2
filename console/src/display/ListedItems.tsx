import { Text } from '@mantine/core'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { request } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'
import { useMay } from '../session/caller.tsx'
import { money } from './amounts.ts'
import { EmptyState } from './Page.tsx'
import { RecordLink, ShortId } from './RecordLink.tsx'
import { type Column, RecordTable } from './RecordTable.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/** Each item of a page is read by itself: the lists of a record's items have only ids. */
export const ITEMS_PER_PAGE = 25

interface Row {
  readonly position: number
  readonly inventoryItemId: string
}

interface Props<R extends Row> {
  readonly list: ComponentProps<typeof RecordTable<R>>['list'] & UseQueryResult
  readonly totalItems: number
  /** The version of the record: its items are read again when it changes. */
  readonly version: string | undefined
  readonly columns?: readonly Column<R>[]
}

/** The items of a transfer or shipment, described as they are now if the token may read them. */
export function ListedItems<R extends Row>({ list, totalItems, version, columns = [] }: Props<R>) {
  const items = useItems(list.data?.body.data ?? [], version)
  const known = [...items.values()]
  const total = known.reduce((sum, { declaredValueCents }) => sum + BigInt(declaredValueCents), 0n)
  return (
    <>
      <RecordTable
        label="Items"
        list={list}
        columns={[
          { header: 'Item', cell: (row) => <RecordLink type="item" id={row.inventoryItemId} /> },
          ...columns,
          ...(items.size === 0 ? [] : description<R>(items)),
          { header: 'ID', cell: (row) => <ShortId id={row.inventoryItemId} /> },
        ]}
        rowKey={({ inventoryItemId }) => inventoryItemId}
        empty={<EmptyState title="No items">This record was imported without items.</EmptyState>}
      />
      {known.length > 0 && (
        <Text size="sm" ta="right">
          Total declared value{known.length < totalItems && ' of this page'}:{' '}
          <b>{money(String(total))}</b>
        </Text>
      )}
    </>
  )
}

function description<R extends Row>(items: ReadonlyMap<string, InventoryItem>): Column<R>[] {
  const item = ({ inventoryItemId }: R) => items.get(inventoryItemId)
  return [
    {
      header: 'Current status',
      cell: (row) => {
        const status = item(row)?.status
        return status === undefined ? '—' : <StatusBadge status={status} />
      },
    },
    {
      header: 'Declared value',
      cell: (row) => {
        const cents = item(row)?.declaredValueCents
        return cents === undefined ? '—' : money(cents)
      },
      isRight: true,
    },
  ]
}

/** The items of a page, as far as they are read, by their ids. */
function useItems(
  rows: readonly Row[],
  version: string | undefined,
): ReadonlyMap<string, InventoryItem> {
  const enabled = useMay('inventory_items:read')
  return useQueries({
    queries: rows.map(({ inventoryItemId: id }) => ({
      // Not under `inventory-items`: a change of any item would read all of these again.
      queryKey: ['listed-items', id, version],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request('GET /v1/inventory-items/{id}', { path: { id }, signal }),
      enabled,
      staleTime: 60_000,
      retry: false,
    })),
    combine: (responses) =>
      new Map(
        responses
          .flatMap(({ data }) => (data === undefined ? [] : [data.body.data]))
          .map((item) => [item.id, item]),
      ),
  })
}
