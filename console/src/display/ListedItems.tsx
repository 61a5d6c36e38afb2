import { Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useRead } from '../api/queries.ts'
import type { ListedTransferItem } from '../api/schema.ts'
import { useMay } from '../session/caller.tsx'
import { money } from './amounts.ts'
import { DECLARED_VALUE, STATUS } from './columns.tsx'
import { words } from './format.ts'
import { EmptyState, Section } from './Page.tsx'
import { RecordLink, ShortId } from './RecordLink.tsx'
import { type Column, RecordTable } from './RecordTable.tsx'
import { useItems } from './use-items.ts'

/** Each item of a page is read by itself: the lists of a record's items have only ids. */
const ITEMS_PER_PAGE = 25

interface Props {
  readonly of: 'transfers' | 'outbound-shipments'
  readonly record: { readonly id: string; readonly totalItems: number }
  /** The version of the record: its items are read again when it changes. */
  readonly version: string | undefined
}

const REASON: Column<ListedTransferItem> = {
  header: 'Reason',
  cell: ({ reason }) => words(reason),
}

/** The items of a transfer or shipment, described as they are now if the token may read them. */
export function ListedItems({ of, record: { id, totalItems }, version }: Props) {
  const { page, cursor } = useSearch({ strict: false })
  const query = { page, cursor, limit: ITEMS_PER_PAGE }
  // The items of a shipment are the same, without reasons.
  const operation = `GET /v1/${of}/{id}/items` as 'GET /v1/transfers/{id}/items'
  const list = useRead(operation, { path: { id }, query })
  const ids = list.data?.body.data.map(({ inventoryItemId }) => inventoryItemId) ?? []
  const enabled = useMay('inventory_items:read')
  const { items } = useItems(ids, { enabled, version, staleTime: 60_000, retry: false })
  const total = items.reduce((sum, { declaredValueCents }) => sum + BigInt(declaredValueCents), 0n)
  const described = [{ ...STATUS, header: 'Current status' }, DECLARED_VALUE].map((column) => ({
    ...column,
    cell: (row: ListedTransferItem) => {
      const item = items.find((each) => each.id === row.inventoryItemId)
      return item === undefined ? '—' : column.cell(item)
    },
  }))
  return (
    <Section title="Items">
      <RecordTable
        label="Items"
        list={list}
        columns={[
          { header: 'Item', cell: (row) => <RecordLink type="item" id={row.inventoryItemId} /> },
          ...(of === 'transfers' ? [REASON] : []),
          ...(items.length === 0 ? [] : described),
          { header: 'ID', cell: (row) => <ShortId id={row.inventoryItemId} /> },
        ]}
        rowKey={({ inventoryItemId }) => inventoryItemId}
        empty={<EmptyState title="No items">This record was imported without items.</EmptyState>}
      />
      {items.length > 0 && (
        <Text ta="right">
          Total declared value{items.length < totalItems && ' of this page'}:{' '}
          <b>{money(String(total))}</b>
        </Text>
      )}
    </Section>
  )
}
