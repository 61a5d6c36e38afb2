import { Group, SegmentedControl, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { OutboundShipment } from '../api/schema.ts'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { EmptyState } from '../display/EmptyState.tsx'
import { Filters } from '../display/Filters.tsx'
import { Page } from '../display/Page.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { ShipmentBoard } from './ShipmentBoard.tsx'
import { SHIPMENT_STATUSES } from './shipment-steps.ts'

const ACCOUNT = { name: 'fboAccountId', label: 'Account', placeholder: 'fbo_…' }
const LIST_FILTERS = [{ name: 'status', label: 'Status', values: SHIPMENT_STATUSES }, ACCOUNT]

const COLUMNS: readonly Column<OutboundShipment>[] = [
  { header: 'Shipment', cell: ({ id }) => <RecordLink type="shipment" id={id} /> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Account',
    cell: ({ fboAccountId }) => <RecordLink type="account" id={fboAccountId} />,
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} relative /> },
  { header: 'Shipped', cell: ({ shippedAt }) => <Time at={shippedAt} /> },
]

/** Shipments as a board of their statuses, or as a list. */
export function ShipmentsPage() {
  const { view, status, cancelled } = useSearch({ from: '/shipments' })
  // A board of one status would be a worse list.
  const isList = view === 'list' || status !== undefined || cancelled !== undefined
  return (
    <Page title="Shipments" permission="outbound_shipments:read" actions={<NewShipment />}>
      <Group justify="space-between" align="flex-end">
        <Group align="flex-end" gap="md">
          <Filters filters={isList ? LIST_FILTERS : [ACCOUNT]} />
          {isList && <CancelledSwitch isOn={cancelled === 'true'} />}
        </Group>
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

/** A list has only cancelled shipments, or none of them. */
function CancelledSwitch({ isOn }: { readonly isOn: boolean }) {
  const navigate = useNavigate()
  return (
    <Switch
      label="Show cancelled only"
      checked={isOn}
      mb={8}
      onChange={({ currentTarget: { checked } }) =>
        void navigate({
          to: '/shipments',
          replace: true,
          search: ({ page: _, cursor: __, cancelled: ___, ...others }) => ({
            ...others,
            view: 'list',
            ...(checked && { cancelled: 'true' }),
          }),
        })
      }
    />
  )
}

function ShipmentList() {
  const { view: _, ...search } = useSearch({ from: '/shipments' })
  const isCancelled = search.cancelled === 'true'
  const query = { ...search, limit: 50 } as QueryOf<'GET /v1/outbound-shipments'>
  const list = useQuery(read('GET /v1/outbound-shipments', { query }))
  return (
    <RecordTable
      label="Shipments"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          title={isCancelled ? 'No matching cancelled shipments' : 'No matching shipments'}
        >
          {isCancelled
            ? 'Turn off “Show cancelled only” to see the others.'
            : 'Change the filters. Cancelled shipments are listed separately: turn on “Show cancelled only”.'}
        </EmptyState>
      }
    />
  )
}
