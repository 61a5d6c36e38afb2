import { Alert, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { CircleX, Hand } from 'lucide-react'
import type { ReactNode } from 'react'
import { useErasure } from '../accounts/use-erasure.ts'
import { read } from '../api/queries.ts'
import type {
  ApprovedOutboundShipment,
  IncludedNames,
  OutboundShipmentDetails,
} from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { itemCount } from '../display/format.ts'
import { ITEMS_PER_PAGE, ListedItems } from '../display/ListedItems.tsx'
import { useName } from '../display/names.ts'
import { DescriptionList, RecordPage } from '../display/Page.tsx'
import {
  AppLink,
  Approvals,
  hasSeveralApprovals,
  RecordLink,
  TokenName,
} from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { Activity } from '../events/Activity.tsx'
import { useMay } from '../session/caller.tsx'
import { ShipmentActions } from './ShipmentActions.tsx'
import { ShipmentStepper } from './ShipmentStepper.tsx'
import { useMoments } from './shipment-moments.ts'
import { TrackingNumber } from './TrackingNumber.tsx'

export function ShipmentPage() {
  const { id } = useParams({ from: '/shipments/$id' })
  return <Shipment key={id} id={id} />
}

function Shipment({ id }: { readonly id: string }) {
  const query = useQuery({
    ...read('GET /v1/outbound-shipments/{id}', { path: { id } }),
    enabled: useMay('outbound_shipments:read'),
  })
  const { data: shipment, included } = query.data?.body ?? {}
  const etag = query.data?.etag
  const account = useName('fbo_account', shipment?.fboAccountId ?? null)
  const { recipient = null, insuredValueCents: cents, totalItems = 0 } = shipment ?? {}
  const value = cents ? money(cents) : undefined
  const to = recipient?.name ?? recipient?.company
  const parties = to ? `to ${to}` : account ? `of ${account}` : 'to be shipped'
  const title = shipment ? `${itemCount(totalItems)} ${parties}` : 'Shipment'
  return (
    <RecordPage
      id={id}
      title={[title, value].filter(Boolean).join(', ')}
      permission="outbound_shipments:read"
      query={query}
      statuses={[
        shipment?.cancelledAt === null && shipment.status,
        shipment?.heldAt && !shipment.cancelledAt && 'on_hold',
        shipment?.cancelledAt && 'cancelled',
      ]}
      facts={
        shipment && [
          <span key="parties">
            <RecordLink type="account" id={shipment.fboAccountId} />
            {to && ` to ${to}`}
          </span>,
          value && `insured for ${value}`,
          <AppLink key="slip" to="/shipments/$id/slip" params={{ id }}>
            Packing slip
          </AppLink>,
        ]
      }
      actions={shipment && <ShipmentActions shipment={shipment} etag={etag} />}
    >
      {shipment && (
        <Stack gap="lg">
          <Interruption shipment={shipment} />
          {shipment.cancelledAt === null && <ShipmentStepper shipment={shipment} />}
          <ShipmentDetails shipment={shipment} names={included} />
          <Items shipment={shipment} version={etag} />
          <ShipmentActivity shipment={shipment} />
        </Stack>
      )}
    </RecordPage>
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
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Items
      </Title>
      <ListedItems list={list} totalItems={totalItems} version={version} />
    </Stack>
  )
}

function ShipmentActivity({ shipment }: { readonly shipment: OutboundShipmentDetails }) {
  const operation = 'GET /v1/outbound-shipments/{id}/corrections'
  return <Activity id={shipment.id} corrections={operation} {...useMoments(shipment)} />
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
  const { recipient, carrier, service, createdByTokenId, approvedAt, deliveredAt } = shipment
  const isErased = useErasure(shipment.fboAccountId, recipient === null) !== undefined
  const facts: (readonly [string, ReactNode])[] = [
    ['Recipient', isErased ? 'Erased with the account' : recipient && <Address of={recipient} />],
    ['Carrier', [carrier, service].filter(Boolean).join(', ')],
    ['Tracking number', shipment.trackingNumber && <TrackingNumber key="t" shipment={shipment} />],
    ['Signature', shipment.signatureRequired && 'Required'],
    // An imported shipment has no creator.
    ['Created by', createdByTokenId && <TokenName key="creator" id={createdByTokenId} />],
    ['Created', <Time key="created" at={shipment.createdAt} relative />],
    [
      'Approvals',
      hasSeveralApprovals(shipment) && <Approvals key="a" record={shipment} names={names} />,
    ],
    ['Approved by', approvedAt && <TokenName key="by" id={shipment.approvedByTokenId} />],
    ['Approved', approvedAt && <Time key="approved" at={approvedAt} relative />],
    ['Shipped', shipment.shippedAt && <Time key="shipped" at={shipment.shippedAt} relative />],
    ['Delivered', deliveredAt && <Time key="delivered" at={deliveredAt} relative />],
    ['Notes', shipment.notes],
    ...Object.entries(shipment.metadata),
  ]
  return <DescriptionList items={facts} />
}

function Address({ of }: { readonly of: NonNullable<OutboundShipmentDetails['recipient']> }) {
  const { name, company, line1, line2, city, region, postalCode, countryCode, phone } = of
  const place = [city, region, postalCode].filter(Boolean).join(', ')
  const lines = [name, company, line1, line2, place, countryCode, phone]
  return (
    <address style={{ fontStyle: 'normal' }}>
      {lines.filter(Boolean).map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
    </address>
  )
}
