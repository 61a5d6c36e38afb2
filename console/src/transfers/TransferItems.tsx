import { Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { InventoryItem, ListedTransferItem, TransferDetails } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { words } from '../display/format.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { useMay } from '../session/caller.tsx'

/** Each item of a page is read by itself: the list of a transfer has only the ids. */
const PER_PAGE = 25

export function TransferItems({ transfer }: { readonly transfer: TransferDetails }) {
  const { id, totalItems } = transfer
  const query = { ...useSearch({ from: '/transfers/$id' }), limit: PER_PAGE }
  const list = useQuery(read('GET /v1/transfers/{id}/items', { path: { id }, query }))
  const items = useItems(list.data?.body.data ?? [])
  const known = [...items.values()]
  const total = known.reduce((sum, { declaredValueCents }) => sum + BigInt(declaredValueCents), 0n)
  const isWhole = known.length === totalItems
  return (
    <>
      <RecordTable
        label="Items of the transfer"
        list={list}
        columns={columns(items)}
        rowKey={({ inventoryItemId }) => inventoryItemId}
        empty={<EmptyState title="It has no items" />}
      />
      {known.length > 0 && (
        <Text size="sm" ta="right">
          {isWhole ? 'Declared value of all items: ' : 'Declared value of the items on this page: '}
          <b>{money(String(total))}</b>
        </Text>
      )}
    </>
  )
}

function columns(items: ReadonlyMap<string, InventoryItem>): readonly Column<ListedTransferItem>[] {
  const item = ({ inventoryItemId }: ListedTransferItem) => items.get(inventoryItemId)
  const always: readonly Column<ListedTransferItem>[] = [
    { header: '#', cell: ({ position }) => position, isRight: true },
    { header: 'Item', cell: (row) => <RecordLink type="item" id={row.inventoryItemId} /> },
    { header: 'Reason', cell: ({ reason }) => words(reason) },
  ]
  if (items.size === 0) return always
  return [
    ...always,
    {
      header: 'Description',
      cell: (row) => (
        <Text size="sm" miw={200}>
          <bdi>{item(row)?.description ?? '—'}</bdi>
        </Text>
      ),
    },
    {
      header: 'Status now',
      cell: (row) => <StatusBadge status={item(row)?.status ?? 'unknown'} />,
    },
    {
      header: 'Declared value',
      cell: (row) => money(item(row)?.declaredValueCents ?? '0'),
      isRight: true,
    },
  ]
}

/** The items of a page of the list, as far as they are read, by their ids. */
function useItems(rows: readonly ListedTransferItem[]): ReadonlyMap<string, InventoryItem> {
  const enabled = useMay('inventory_items:read')
  return useQueries({
    queries: rows.map(({ inventoryItemId: id }) => ({
      ...read('GET /v1/inventory-items/{id}', { path: { id } }),
      enabled,
      placeholderData: undefined,
    })),
    combine: (answers) =>
      new Map(
        answers
          .flatMap(({ data }) => (data === undefined ? [] : [data.body.data]))
          .map((item) => [item.id, item]),
      ),
  })
}
