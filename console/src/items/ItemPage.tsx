import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { read } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { DescriptionList } from '../display/DescriptionList.tsx'
import { accountName } from '../display/format.ts'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Copyable, RecordLink } from '../display/RecordLink.tsx'
import { Loading } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { CustodyTimeline } from './CustodyTimeline.tsx'
import { ItemActions } from './ItemActions.tsx'

export function ItemPage() {
  const { id } = useParams({ from: '/items/$id' })
  return <Item key={id} id={id} />
}

/** One item: its availability, its details and its custody. */
function Item({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    ...read('GET /v1/inventory-items/{id}', { path: { id } }),
    enabled: useMay('inventory_items:read'),
  })
  const item = data?.body.data
  return (
    <Page
      title={item?.description ?? 'Item'}
      permission="inventory_items:read"
      actions={item && <StatusBadge status={item.status} />}
    >
      <ProblemAlert error={error} />
      {item === undefined && error === null && <Loading />}
      {item !== undefined && (
        <Stack gap="lg">
          <Unavailable item={item} />
          <ItemActions item={item} />
          <ItemDetails item={item} />
          <CustodyTimeline id={id} />
        </Stack>
      )}
    </Page>
  )
}

/** Says why the item is not available, and when it will be. */
function Unavailable({ item }: { readonly item: InventoryItem }) {
  const { activeTransferId, activeShipmentId, holdReason, status } = item
  if (status === 'on_hold') {
    return (
      <Alert color="orange" icon={<Lock />} title="On hold">
        {holdReason ?? 'No reason recorded.'}
      </Alert>
    )
  }
  if (activeTransferId !== null) {
    return (
      <Alert variant="default" icon={<Lock />} title="In a pending transfer">
        Unavailable until <RecordLink type="transfer" id={activeTransferId} /> is completed,
        rejected, cancelled or expired.
      </Alert>
    )
  }
  if (activeShipmentId !== null && status === 'shipment_pending') {
    return (
      <Alert variant="default" icon={<Lock />} title="In a shipment">
        Leaves the vault with <RecordLink type="shipment" id={activeShipmentId} />, or becomes
        available again if that is cancelled.
      </Alert>
    )
  }
  return null
}

function ItemDetails({ item }: { readonly item: InventoryItem }) {
  const path = { id: item.fboAccountId }
  const account = useQuery({
    ...read('GET /v1/fbo-accounts/{id}', { path }),
    enabled: useMay('fbo_accounts:read'),
  })
  const owner = account.data?.body.data
  return (
    <DescriptionList
      items={[
        ['Item', <Copyable key="id" text={item.id} />],
        [
          'Account',
          <RecordLink
            key="account"
            type="account"
            id={item.fboAccountId}
            name={owner && accountName(owner)}
          />,
        ],
        ['Declared value', money(item.declaredValueCents)],
        ['Taken in', <Time key="in" at={item.createdAt} relative />],
        ['Last changed', <Time key="change" at={item.changedAt} relative />],
        ...(item.activeShipmentId === null
          ? []
          : [
              [
                'Shipment',
                <RecordLink key="shipment" type="shipment" id={item.activeShipmentId} />,
              ] as const,
            ]),
      ]}
    />
  )
}
