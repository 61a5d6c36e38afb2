import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { ListedShipmentItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { useMay } from '../session/caller.tsx'
import { DescribedItem } from './DescribedItem.tsx'

const LISTED: readonly Column<ListedShipmentItem>[] = [
  { header: '#', cell: ({ position }) => position },
  {
    header: 'Item',
    cell: ({ inventoryItemId }) => <RecordLink type="item" id={inventoryItemId} />,
  },
]

/** The list has ids alone; the rest is read item by item, of the page that is shown. */
const DESCRIBED: readonly Column<ListedShipmentItem>[] = [
  ...LISTED,
  {
    header: 'Description',
    cell: ({ inventoryItemId }) => (
      <DescribedItem id={inventoryItemId} show={({ description }) => description ?? '—'} />
    ),
  },
  {
    header: 'Status now',
    cell: ({ inventoryItemId }) => (
      <DescribedItem id={inventoryItemId} show={({ status }) => <StatusBadge status={status} />} />
    ),
  },
  {
    header: 'Declared value',
    isRight: true,
    cell: ({ inventoryItemId }) => (
      <DescribedItem
        id={inventoryItemId}
        show={({ declaredValueCents }) => money(declaredValueCents)}
      />
    ),
  },
]

/** The items that the shipment was created with. */
export function ShipmentItems({ id }: { readonly id: string }) {
  const { page, cursor } = useSearch({ from: '/shipments/$id' })
  const mayRead = useMay('inventory_items:read')
  const query = { page, cursor, limit: 25 }
  const list = useQuery(read('GET /v1/outbound-shipments/{id}/items', { path: { id }, query }))
  return (
    <RecordTable
      label="Items of the shipment"
      list={list}
      columns={mayRead ? DESCRIBED : LISTED}
      rowKey={({ inventoryItemId }) => inventoryItemId}
      empty={<EmptyState title="It has no items">It was imported without them.</EmptyState>}
    />
  )
}
