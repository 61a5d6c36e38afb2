import { Group, SegmentedControl, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { QueryOf } from '../api/request.ts'
import type { OutboundShipment } from '../api/schema.ts'
import { ExportCsv } from '../display/ExportCsv.tsx'
import { Filters } from '../display/Filters.tsx'
import { type Filter, goodSearch } from '../display/filters.ts'
import { useList } from '../display/lists.tsx'
import { EmptyState, Page } from '../display/Page.tsx'
import { ButtonLink, RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { SavedViews } from '../display/SavedViews.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { HeldBadge } from './HeldBadge.tsx'
import { ShipmentBoard } from './ShipmentBoard.tsx'
import { SHIPMENT_STATUSES } from './shipment-steps.ts'

const ACCOUNT: Filter = { name: 'fboAccountId', label: 'Account', kind: 'account' }
const LIST_FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', kind: 'one', values: SHIPMENT_STATUSES },
  ACCOUNT,
  { name: 'held', label: 'On hold', kind: 'yes' },
  { name: 'hasTracking', label: 'Tracking number', kind: 'yes' },
  { name: 'cancelled', label: 'Cancelled', kind: 'yes' },
]

/** The columns of every list of shipments. */
export const SHIPMENT_COLUMNS: readonly Column<OutboundShipment>[] = [
  {
    header: 'Shipment',
    cell: ({ id }) => <RecordLink type="shipment" id={id} />,
  },
  {
    header: 'Account',
    cell: ({ fboAccountId }) => <RecordLink type="account" id={fboAccountId} />,
  },
  {
    header: 'Status',
    cell: ({ id, status }) => (
      <Group gap={4} wrap="nowrap">
        <StatusBadge status={status} />
        <HeldBadge id={id} />
      </Group>
    ),
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} relative /> },
  { header: 'Shipped', cell: ({ shippedAt }) => <Time at={shippedAt} /> },
]

/** A cancelled shipment is that, and no longer in its last status. */
const CANCELLED_COLUMNS = SHIPMENT_COLUMNS.map((column) =>
  column.header === 'Status'
    ? { ...column, cell: () => <StatusBadge status="cancelled" /> }
    : column,
)

/** Shipments as a board of their statuses, or as a list. */
export function ShipmentsPage() {
  const search: Record<string, string | number | undefined> = useSearch({ from: '/shipments' })
  // A board of one status would be a worse list.
  const isList =
    search.view === 'list' ||
    LIST_FILTERS.some((filter) => filter !== ACCOUNT && search[filter.name] !== undefined)
  return (
    <Page title="Shipments" permission="outbound_shipments:read" actions={<NewShipment />}>
      <SavedViews />
      <Group justify="space-between">
        <Filters filters={isList ? LIST_FILTERS : [ACCOUNT]} />
        <ViewSwitch view={isList ? 'list' : 'board'} />
      </Group>
      {isList ? <ShipmentList /> : <ShipmentBoard />}
    </Page>
  )
}

function NewShipment() {
  if (!useMay('outbound_shipments:create')) {
    return (
      <Text size="xs" c="dimmed">
        Creating shipments requires the permission outbound_shipments:create.
      </Text>
    )
  }
  return <ButtonLink to="/shipments/new">New shipment</ButtonLink>
}

function ViewSwitch({ view }: { readonly view: 'board' | 'list' }) {
  const navigate = useNavigate()
  const show = (chosen: string) =>
    void navigate({
      to: '/shipments',
      search: ({ fboAccountId }) => ({
        ...(fboAccountId !== undefined && { fboAccountId }),
        ...(chosen === 'list' && { view: 'list' }),
      }),
    })
  return (
    <SegmentedControl
      aria-label="View"
      value={view}
      onChange={show}
      data={[
        { value: 'board', label: 'Board' },
        { value: 'list', label: 'List' },
      ]}
    />
  )
}

function ShipmentList() {
  const { view: _, ...search } = goodSearch(useSearch({ from: '/shipments' }), LIST_FILTERS)
  const query = search as QueryOf<'GET /v1/outbound-shipments'>
  const list = useList('GET /v1/outbound-shipments', { query })
  const { page: __, cursor: ___, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  return (
    <RecordTable
      label="Shipments"
      list={list}
      columns={search.cancelled === 'true' ? CANCELLED_COLUMNS : SHIPMENT_COLUMNS}
      rowKey={({ id }) => id}
      tools={<ExportCsv operation="GET /v1/outbound-shipments" args={{ query }} name="shipments" />}
      empty={
        <EmptyState title={isFiltered ? 'No matching shipments' : 'No shipments yet'}>
          {isFiltered
            ? 'Change the filters. Cancelled shipments are listed separately, by the filter Cancelled.'
            : 'Create one for items that leave the vault.'}
        </EmptyState>
      }
    />
  )
}
