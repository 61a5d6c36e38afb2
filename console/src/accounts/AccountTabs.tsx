import { Badge, Group, Stack, Tabs, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useRead } from '../api/queries.ts'
import type { Args } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { EditRecord, METADATA_FIELD } from '../display/EditRecord.tsx'
import { attributesOf } from '../display/format.ts'
import { type ListOperation, RecordList } from '../display/ListPage.tsx'
import { ROWS_PER_PAGE, useChangeSearch } from '../display/lists.tsx'
import { DescriptionList, EmptyState, Loading, Permitted } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { Activity } from '../events/Activity.tsx'
import { type Permission, useMay } from '../session/caller.tsx'
import { SHIPMENT_COLUMNS } from '../shipments/ShipmentsPage.tsx'
import { TRANSFER_COLUMNS } from '../transfers/TransfersPage.tsx'
import { HELD, Holdings } from './Holdings.tsx'

const TRANSFERS = {
  permission: 'transfer_batches:read',
  operation: 'GET /v1/transfers',
  columns: TRANSFER_COLUMNS,
} as const
const SHIPMENTS = {
  permission: 'outbound_shipments:read',
  operation: 'GET /v1/outbound-shipments',
  columns: SHIPMENT_COLUMNS,
} as const

/** Lists of the account's records: the filter that names it, and the column that would. */
const LISTS = [
  {
    ...TRANSFERS,
    value: 'outgoing',
    label: 'Outgoing transfers',
    by: 'fromFboAccountId',
    own: 'From',
  },
  { ...TRANSFERS, value: 'incoming', label: 'Incoming transfers', by: 'toFboAccountId', own: 'To' },
  { ...SHIPMENTS, value: 'shipments', label: 'Shipments', by: 'fboAccountId', own: 'Account' },
] as const

export function AccountTabs({ account: { id, createdAt } }: { readonly account: FboAccount }) {
  const { tab = 'items' } = useSearch({ from: '/accounts/$id' })
  const change = useChangeSearch()
  const held = {
    permission: 'inventory_items:read',
    operation: HELD,
    args: { path: { id } },
  } as const
  const tabs = [
    { value: 'items', label: 'Items', count: <Count {...held} />, panel: <Holdings id={id} /> },
    ...LISTS.map(({ value, label, by, own, permission, operation, columns }) => {
      const list = { label, permission, operation, args: { query: { [by]: id } } }
      return {
        value,
        label,
        count: <Count {...list} />,
        panel: (
          <Permitted permission={permission}>
            <RecordList
              {...list}
              columns={without(own, columns) as never}
              empty={<EmptyState title="None yet">This account never had any.</EmptyState>}
            />
          </Permitted>
        ),
      }
    }),
    {
      value: 'activity',
      label: 'Activity',
      panel: (
        <Activity id={id} records="fbo-accounts" moments={[{ type: 'created', at: createdAt }]} />
      ),
    },
    { value: 'profile', label: 'Profile', panel: <AccountProfile id={id} /> },
  ]
  return (
    <Tabs
      value={tab}
      onChange={(next) => change({ tab: next === 'items' ? undefined : next })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {tabs.map(({ value, label, count }) => (
          <Tabs.Tab key={value} value={value} rightSection={count}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, panel }) => (
        <Tabs.Panel key={value} value={value}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The columns without the account itself, and without an order: the tab has one of its own. */
function without(own: string, columns: readonly Column<never>[]) {
  return columns.flatMap(({ sort: _, ...column }) => (column.header === own ? [] : [column]))
}

interface CountProps {
  readonly permission: Permission
  readonly operation: ListOperation
  readonly args: Args<ListOperation>
}

/** The number of entries, as far as a first page says it. */
function Count({ permission, operation, args }: CountProps) {
  const query = { ...args.query, limit: ROWS_PER_PAGE }
  const { data } = useRead(operation, { ...args, query, enabled: useMay(permission) })
  if (data === undefined) return null
  return (
    <Badge size="sm" variant="default">
      {(data.body as { readonly data: readonly unknown[] }).data.length}
      {data.links.next && '+'}
    </Badge>
  )
}

const PROFILE = [
  {
    name: 'externalId',
    label: 'External ID',
    description: 'Its number in a system of yours. No two accounts have the same.',
  },
  METADATA_FIELD,
]

/** The number of the account in another system, and attributes of the organization's own. */
function AccountProfile({ id }: { readonly id: string }) {
  const { data, error } = useRead('GET /v1/fbo-accounts/{id}/profile', { path: { id } })
  if (data === undefined) return error === null ? <Loading /> : <ProblemAlert error={error} />
  const { externalId, metadata, changedAt } = data.body.data
  return (
    <Stack>
      {externalId === null && Object.keys(metadata).length === 0 && (
        <Text>No external ID and no attributes yet.</Text>
      )}
      <DescriptionList
        items={[
          ['External ID', externalId],
          ...attributesOf(metadata),
          ['Last changed', changedAt && <Time key="changed" at={changedAt} />],
        ]}
      />
      <Group>
        <EditRecord
          label="Edit profile"
          operation="PATCH /v1/fbo-accounts/{id}/profile"
          id={id}
          permission="fbo_accounts:update"
          fields={PROFILE}
          record={data.body.data}
          etag={data.etag}
        />
      </Group>
    </Stack>
  )
}
