import { Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { OutboundShipment } from '../api/schema.ts'
import { Actions } from '../display/Action.tsx'
import { ACCOUNT, timeColumn } from '../display/columns.tsx'
import type { Filter } from '../display/filters.ts'
import { ListPage } from '../display/ListPage.tsx'
import { ButtonLink, RecordLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { HeldBadge, ShipmentBoard } from './ShipmentBoard.tsx'
import { SHIPMENT_STATUSES } from './shipment-words.ts'

const BOARD_FILTERS: readonly Filter[] = [
  { name: 'fboAccountId', label: 'Account', kind: 'account' },
]
/** A board of these would be a worse list. */
const LIST_FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', kind: 'one', values: SHIPMENT_STATUSES },
  { name: 'held', label: 'On hold', kind: 'yes' },
  { name: 'hasTracking', label: 'Tracking number', kind: 'yes' },
  { name: 'cancelled', label: 'Cancelled', kind: 'yes' },
]
const FILTERS = [...BOARD_FILTERS, ...LIST_FILTERS]

export const SHIPMENT_COLUMNS: readonly Column<OutboundShipment>[] = [
  { header: 'Shipment', cell: ({ id }) => <RecordLink type="shipment" id={id} /> },
  ACCOUNT,
  {
    header: 'Status',
    cell: ({ id, status }) => (
      <Group gap={4} wrap="nowrap">
        <StatusBadge status={status} />
        <HeldBadge id={id} />
      </Group>
    ),
  },
  timeColumn('Created', 'createdAt'),
  { header: 'Shipped', cell: ({ shippedAt }) => <Time at={shippedAt} /> },
]

/** A cancelled shipment is that, and no longer in its last status. */
const CANCELLED_COLUMNS = SHIPMENT_COLUMNS.with(2, {
  header: 'Status',
  cell: () => <StatusBadge status="cancelled" />,
})

export function ShipmentsPage() {
  const search = useSearch({ from: '/shipments' })
  const mayCreate = useMay('outbound_shipments:create')
  const isList = search.view === 'list' || LIST_FILTERS.some(({ name }) => name in search)
  const account = search.fboAccountId && { fboAccountId: search.fboAccountId }
  return (
    <ListPage
      title="Shipments"
      permission="outbound_shipments:read"
      actions={
        <Actions known={[{ label: 'New shipment', permission: 'outbound_shipments:create' }]}>
          {mayCreate && <ButtonLink to="/shipments/new">New shipment</ButtonLink>}
        </Actions>
      }
      operation="GET /v1/outbound-shipments"
      filters={isList ? FILTERS : BOARD_FILTERS}
      columns={search.cancelled === 'true' ? CANCELLED_COLUMNS : SHIPMENT_COLUMNS}
      noneYet="Create one for items that leave the vault."
      noMatch="Cancelled shipments are listed separately, by the filter Cancelled."
      tools={
        <ButtonLink
          to="/shipments"
          variant="default"
          search={{ ...account, ...(!isList && { view: 'list' }) }}
        >
          {isList ? 'Show the board' : 'Show the list'}
        </ButtonLink>
      }
      view={isList ? undefined : <ShipmentBoard />}
    />
  )
}
