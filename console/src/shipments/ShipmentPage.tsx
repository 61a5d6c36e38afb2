import { Alert, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { CircleX, Hand } from 'lucide-react'
import type { ReactNode } from 'react'
import { read } from '../api/queries.ts'
import type {
  ApprovedOutboundShipment,
  IncludedNames,
  OutboundShipmentDetails,
} from '../api/schema.ts'
import { Approvals, hasSeveralApprovals } from '../display/Approvals.tsx'
import { DescriptionList } from '../display/DescriptionList.tsx'
import { ITEMS_PER_PAGE, ListedItems } from '../display/ListedItems.tsx'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Copyable, RecordLink } from '../display/RecordLink.tsx'
import { Loading } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { TokenName } from '../display/TokenName.tsx'
import { ShipmentActions } from './ShipmentActions.tsx'
import { ShipmentStepper } from './ShipmentStepper.tsx'
import { ShipmentTimeline } from './ShipmentTimeline.tsx'

export function ShipmentPage() {
  const { id } = useParams({ from: '/shipments/$id' })
  return (
    <Page title="Shipment" permission="outbound_shipments:read">
      <Shipment key={id} id={id} />
    </Page>
  )
}

function Shipment({ id }: { readonly id: string }) {
  const shipmentQuery = useQuery(
    read('GET /v1/outbound-shipments/{id}', { path: { id }, query: { include: 'names' } }),
  )
  if (shipmentQuery.data === undefined) {
    return shipmentQuery.error === null ? <Loading /> : <ProblemAlert error={shipmentQuery.error} />
  }
  const { body, etag } = shipmentQuery.data
  const { data: shipment, included } = body
  return (
    <Stack gap="md">
      <ProblemAlert error={shipmentQuery.error} />
      <Group gap="sm">
        <StatusBadge status={shipment.status} />
        {shipment.heldAt !== null && <StatusBadge status="on_hold" />}
        {shipment.cancelledAt !== null && <StatusBadge status="cancelled" />}
        <Copyable text={id} />
      </Group>
      <Interruption shipment={shipment} />
      <ShipmentStepper shipment={shipment} />
      <ShipmentActions shipment={shipment} etag={etag} />
      <ShipmentDetails shipment={shipment} names={included} />
      <Title order={2} size="h4">
        Items
      </Title>
      <Items shipment={shipment} version={etag} />
      <Title order={2} size="h4">
        History
      </Title>
      <ShipmentTimeline shipment={shipment} />
    </Stack>
  )
}

interface ItemsProps {
  readonly shipment: OutboundShipmentDetails
  readonly version: string | undefined
}

/** The items that the shipment was created with. */
function Items({ shipment: { id, totalItems }, version }: ItemsProps) {
  const query = { ...useSearch({ from: '/shipments/$id' }), limit: ITEMS_PER_PAGE }
  const list = useQuery(read('GET /v1/outbound-shipments/{id}/items', { path: { id }, query }))
  return <ListedItems list={list} totalItems={totalItems} version={version} />
}

/** The reason why the shipment is stopped. */
function Interruption({ shipment }: { readonly shipment: OutboundShipmentDetails }) {
  const { heldAt, holdReason, cancelledAt, cancellationReason } = shipment
  if (cancelledAt !== null) {
    return (
      <Alert color="gray" icon={<CircleX />} title="Cancelled">
        <Time at={cancelledAt} relative />: {cancellationReason ?? 'no reason was given'}. Its items
        became available again.
      </Alert>
    )
  }
  if (heldAt === null) return null
  return (
    <Alert color="orange" icon={<Hand />} title="On hold">
      Since <Time at={heldAt} relative />: {holdReason ?? 'no reason was given'}. It cannot go on
      until somebody releases it.
    </Alert>
  )
}

interface DetailsProps {
  readonly shipment: ApprovedOutboundShipment
  readonly names: IncludedNames | undefined
}

function ShipmentDetails({ shipment, names }: DetailsProps) {
  const { fboAccountId, totalItems, notes, carrier, service, trackingNumber } = shipment
  const { createdAt, createdByTokenId, approvedAt, approvedByTokenId } = shipment
  // An imported shipment has no creator.
  const creator = createdByTokenId && <TokenName key="creator" id={createdByTokenId} />
  const facts: (readonly [string, ReactNode])[] = [
    ['Account', <RecordLink key="account" type="account" id={fboAccountId} />],
    ['Items', totalItems.toLocaleString()],
    ['Created', <Time key="created" at={createdAt} relative />],
    ['Created by', creator],
    ['Notes', notes],
  ]
  if (hasSeveralApprovals(shipment)) {
    facts.push(['Approvals', <Approvals key="approvals" record={shipment} names={names} />])
  }
  if (approvedAt !== null) {
    facts.push(['Approved', <Time key="approved" at={approvedAt} relative />])
    facts.push(['Approved by', <TokenName key="approver" id={approvedByTokenId} />])
  }
  if (shipment.shippedAt !== null) {
    facts.push(['Shipped', <Time key="shipped" at={shipment.shippedAt} relative />])
  }
  if (shipment.deliveredAt !== null) {
    facts.push(['Delivered', <Time key="delivered" at={shipment.deliveredAt} relative />])
  }
  if (carrier !== null) facts.push(['Carrier', [carrier, service].filter(Boolean).join(', ')])
  if (trackingNumber !== null) {
    facts.push(['Tracking number', <Copyable key="tracking" text={trackingNumber} />])
  }
  return <DescriptionList items={facts} />
}
