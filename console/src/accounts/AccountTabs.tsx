import { Badge, Group, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { Args } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { EditRecord, METADATA_FIELD } from '../display/EditRecord.tsx'
import { attributesOf } from '../display/format.ts'
import { type ListOperation, RecordList } from '../display/ListPage.tsx'
import { ROWS_PER_PAGE } from '../display/lists.tsx'
import { DescriptionList, EmptyState, Loading, Permitted } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { Activity } from '../events/Activity.tsx'
import { type Permission, useMay } from '../session/caller.tsx'
import { SHIPMENT_COLUMNS } from '../shipments/ShipmentsPage.tsx'
import { TRANSFER_COLUMNS } from '../transfers/TransfersPage.tsx'
import { HELD, Holdings } from './Holdings.tsx'

interface ListTab {
  readonly value: string
  readonly label: string
  readonly permission: Permission
  readonly operation: ListOperation
  /** The filter of the operation that names the account. */
  readonly by: string
  readonly columns: readonly Column<never>[]
}

const LISTS: readonly ListTab[] = [
  {
    value: 'outgoing',
    label: 'Outgoing transfers',
    permission: 'transfer_batches:read',
    operation: 'GET /v1/transfers',
    by: 'fromFboAccountId',
    columns: without('From', TRANSFER_COLUMNS),
  },
  {
    value: 'incoming',
    label: 'Incoming transfers',
    permission: 'transfer_batches:read',
    operation: 'GET /v1/transfers',
    by: 'toFboAccountId',
    columns: without('To', TRANSFER_COLUMNS),
  },
  {
    value: 'shipments',
    label: 'Shipments',
    permission: 'outbound_shipments:read',
    operation: 'GET /v1/outbound-shipments',
    by: 'fboAccountId',
    columns: without('Account', SHIPMENT_COLUMNS),
  },
]

/** The account itself is not repeated in each row, and the tab has no order of its own. */
function without<Row>(own: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.flatMap(({ sort: _, ...column }) => (column.header === own ? [] : [column]))
}

/** The account's records. The tab is in the URL. */
export function AccountTabs({ account: { id, createdAt } }: { readonly account: FboAccount }) {
  const { tab = 'items' } = useSearch({ from: '/accounts/$id' })
  const navigate = useNavigate()
  const open = (next: string | null) =>
    void navigate({
      to: '.',
      search: (before) => ({ day: before.day, tab: next === 'items' ? undefined : (next ?? '') }),
      resetScroll: false,
    })
  const held = <Count permission="inventory_items:read" operation={HELD} args={{ path: { id } }} />
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="items" rightSection={held}>
          Items
        </Tabs.Tab>
        {LISTS.map(({ value, label, by, ...list }) => (
          <Tabs.Tab
            key={value}
            value={value}
            rightSection={<Count {...list} args={{ query: { [by]: id } }} />}
          >
            {label}
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="activity">Activity</Tabs.Tab>
        <Tabs.Tab value="profile">Profile</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="items">
        <Holdings id={id} />
      </Tabs.Panel>
      {LISTS.map(({ value, permission, by, ...list }) => (
        <Tabs.Panel key={value} value={value}>
          <Permitted permission={permission}>
            <RecordList
              {...(list as ListTab & { columns: never })}
              args={{ query: { [by]: id } }}
              empty={<EmptyState title="None yet">This account never had any.</EmptyState>}
            />
          </Permitted>
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="activity">
        <Activity
          id={id}
          corrections="GET /v1/fbo-accounts/{id}/corrections"
          moments={[{ type: 'created', at: createdAt }]}
        />
      </Tabs.Panel>
      <Tabs.Panel value="profile">
        <AccountProfile id={id} />
      </Tabs.Panel>
    </Tabs>
  )
}

interface CountProps extends Pick<ListTab, 'permission' | 'operation'> {
  readonly args: Args<ListOperation>
}

/** The number of entries, as far as a first page says it. */
function Count({ permission, operation, args }: CountProps) {
  const query = { ...args.query, limit: ROWS_PER_PAGE }
  const { data } = useQuery({
    ...read(operation, { ...args, query }),
    enabled: useMay(permission),
  })
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
  const { data, error } = useQuery(read('GET /v1/fbo-accounts/{id}/profile', { path: { id } }))
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
          permission="fbo_accounts:update"
          fields={PROFILE}
          operation="PATCH /v1/fbo-accounts/{id}/profile"
          id={id}
          record={data.body.data}
          etag={data.etag}
        />
      </Group>
    </Stack>
  )
}
