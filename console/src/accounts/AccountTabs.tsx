import { Badge, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import type { FboAccount, OutboundShipment, TransferDetails } from '../api/schema.ts'
import { EmptyState } from '../display/EmptyState.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { Activity } from '../events/Activity.tsx'
import { useMay } from '../session/caller.tsx'
import { TRANSFER_COLUMNS } from '../transfers/transfer-columns.tsx'
import { AccountProfile } from './AccountProfile.tsx'
import { Holdings } from './Holdings.tsx'

/** The account's records. The tab is in the URL. */
export function AccountTabs({ account: { id, createdAt } }: { readonly account: FboAccount }) {
  const { tab = 'items', page, cursor } = useSearch({ from: '/accounts/$id' })
  const navigate = useNavigate()
  const pageOf = (of: string) => ({ limit: 50, ...(of === tab && { page, cursor }) })
  const mayReadTransfers = useMay('transfer_batches:read')
  const outgoing = useQuery({
    ...read('GET /v1/transfers', { query: { ...pageOf('outgoing'), fromFboAccountId: id } }),
    enabled: mayReadTransfers,
  })
  const incoming = useQuery({
    ...read('GET /v1/transfers', { query: { ...pageOf('incoming'), toFboAccountId: id } }),
    enabled: mayReadTransfers,
  })
  const shipments = useQuery({
    ...read('GET /v1/outbound-shipments', { query: { ...pageOf('shipments'), fboAccountId: id } }),
    enabled: useMay('outbound_shipments:read'),
  })
  const holdings = useQuery({
    ...read('GET /v1/fbo-accounts/{id}/holdings', { path: { id }, query: { limit: 50 } }),
    enabled: useMay('inventory_items:read'),
  })
  const tabs: readonly (readonly [string, string, ReactNode, { data?: Counted } | undefined])[] = [
    ['items', 'Items', <Holdings key="items" id={id} />, holdings],
    ['outgoing', 'Outgoing transfers', <Transfers key="out" list={outgoing} isOut />, outgoing],
    ['incoming', 'Incoming transfers', <Transfers key="in" list={incoming} />, incoming],
    ['shipments', 'Shipments', <Shipments key="shipments" list={shipments} />, shipments],
    [
      'activity',
      'Activity',
      <Activity
        key="activity"
        id={id}
        corrections="GET /v1/fbo-accounts/{id}/corrections"
        moments={[{ type: 'created', at: createdAt }]}
      />,
      undefined,
    ],
    ['profile', 'Profile', <AccountProfile key="profile" id={id} />, undefined],
  ]
  const open = (next: string | null) =>
    void navigate({
      to: '.',
      search: (before) => ({ day: before.day, tab: next === 'items' ? undefined : (next ?? '') }),
      resetScroll: false,
    })
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(([value, label, _, list]) => (
          <Tabs.Tab key={value} value={value} rightSection={<Count list={list?.data} />}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([value, , panel]) => (
        <Tabs.Panel key={value} value={value}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

interface Counted {
  readonly body: {
    readonly data: readonly unknown[]
    readonly pagination: { readonly page: number; readonly hasMore: boolean }
  }
}

/** The number of entries, as far as a first page says it. */
function Count({ list }: { readonly list: Counted | undefined }) {
  if (list === undefined || list.body.pagination.page > 1) return null
  const { data, pagination } = list.body
  return (
    <Badge size="sm" variant="default">
      {data.length}
      {pagination.hasMore && '+'}
    </Badge>
  )
}

type List<Row extends object> = Parameters<typeof RecordTable<Row>>[0]['list']

/** The account itself is not repeated in each row, and the tab has no order of its own. */
const columnsWithout = (own: string) =>
  TRANSFER_COLUMNS.flatMap(({ sort: _, ...column }) => (column.header === own ? [] : [column]))
const OUTGOING = columnsWithout('From')
const INCOMING = columnsWithout('To')

function Transfers({ list, isOut }: { readonly list: List<TransferDetails>; isOut?: boolean }) {
  return (
    <RecordTable
      label="Transfers"
      list={list}
      columns={isOut ? OUTGOING : INCOMING}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No transfers">None of this account yet.</EmptyState>}
    />
  )
}

function Shipments({ list }: { readonly list: List<OutboundShipment> }) {
  return (
    <RecordTable
      label="Shipments"
      list={list}
      columns={[
        { header: 'Shipment', cell: ({ id }) => <RecordLink type="shipment" id={id} /> },
        { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
        { header: 'Shipped', cell: ({ shippedAt }) => <Time at={shippedAt} /> },
      ]}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No shipments">None of this account yet.</EmptyState>}
    />
  )
}
