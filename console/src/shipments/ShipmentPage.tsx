import { Alert, Anchor, Stepper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleX, Hand } from 'lucide-react'
import { useErasure } from '../accounts/contact.ts'
import { useRead } from '../api/queries.ts'
import type { ApprovedOutboundShipment } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { attributesOf, words } from '../display/format.ts'
import { ListedItems } from '../display/ListedItems.tsx'
import { useName } from '../display/names.ts'
import { DescriptionList, RecordPage, useRecord } from '../display/Page.tsx'
import {
  AppLink,
  Approvals,
  Copyable,
  hasSeveralApprovals,
  RecordLink,
  TokenName,
} from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { Activity, type Moment, readAll, said } from '../events/Activity.tsx'
import { useMay } from '../session/caller.tsx'
import { ShipmentActions } from './ShipmentActions.tsx'
import { addressOf, SHIPMENT_STATUSES } from './shipment-words.ts'

export function ShipmentPage() {
  const page = useRecord('GET /v1/outbound-shipments/{id}', 'outbound_shipments:read')
  const { id, record: shipment, etag } = page
  const title = useName('outbound_shipment', id) ?? 'Shipment'
  if (shipment === undefined) return <RecordPage {...page} title={title} />
  const { status, cancelledAt, heldAt, recipient, insuredValueCents: cents } = shipment
  const to = recipient?.name ?? recipient?.company
  return (
    <RecordPage
      {...page}
      title={title}
      statuses={cancelledAt === null ? [status, heldAt && 'on_hold'] : ['cancelled']}
      facts={[
        <span key="parties">
          <RecordLink type="account" id={shipment.fboAccountId} />
          {to && ` to ${to}`}
        </span>,
        cents && `Insured for ${money(cents)}`,
        <AppLink key="slip" to="/shipments/$id/slip" params={{ id }}>
          Packing slip
        </AppLink>,
      ]}
      actions={<ShipmentActions shipment={shipment} etag={etag} />}
    >
      <Interruption shipment={shipment} />
      {cancelledAt === null && <Steps shipment={shipment} />}
      <Details shipment={shipment} />
      <ListedItems of="outbound-shipments" record={shipment} version={etag} />
      <ShipmentActivity shipment={shipment} />
    </RecordPage>
  )
}

type PartProps = { readonly shipment: ApprovedOutboundShipment }

function Details({ shipment }: PartProps) {
  const { recipient, carrier, service, createdByTokenId, createdAt, approvedAt } = shipment
  const { shippedAt, deliveredAt, trackingNumber } = shipment
  const isErased = useErasure(shipment.fboAccountId, recipient === null) !== undefined
  return (
    <DescriptionList
      items={[
        [
          'Recipient',
          isErased
            ? 'Erased with the account'
            : recipient && (
                <address key="to" style={{ fontStyle: 'normal', whiteSpace: 'pre-line' }}>
                  <bdi>{addressOf(recipient)}</bdi>
                </address>
              ),
        ],
        ['Carrier', [carrier, service].filter(Boolean).join(', ')],
        [
          'Tracking number',
          trackingNumber && <Tracking key="t" {...{ trackingNumber, carrier }} />,
        ],
        ['Signature', shipment.signatureRequired && 'Required'],
        ['Created by', <TokenName key="creator" id={createdByTokenId} />],
        ['Created', <Time key="created" at={createdAt} />],
        ['Approvals', hasSeveralApprovals(shipment) && <Approvals key="a" record={shipment} />],
        ['Approved by', approvedAt && <TokenName key="by" id={shipment.approvedByTokenId} />],
        ['Approved', approvedAt && <Time key="approved" at={approvedAt} />],
        ['Shipped', shippedAt && <Time key="shipped" at={shippedAt} />],
        ['Delivered', deliveredAt && <Time key="delivered" at={deliveredAt} />],
        ['Notes', shipment.notes],
        ...attributesOf(shipment.metadata),
      ]}
    />
  )
}

/** The pages on which carriers tell about a tracking number. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/\bups\b|united parcel/i, 'https://www.ups.com/track?tracknum='],
  [/fedex|federal express/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/\bdhl\b/i, 'https://www.dhl.com/en/express/tracking.html?AWB='],
  [/usps|postal service/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
]

function Tracking(props: { readonly trackingNumber: string; readonly carrier: string | null }) {
  const { trackingNumber: number, carrier } = props
  const page = PAGES.find(([name]) => name.test(carrier ?? ''))?.[1]
  return (
    <>
      <Copyable text={number} />{' '}
      {page && (
        <Anchor
          href={`${page}${encodeURIComponent(number.replaceAll(' ', ''))}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Track at {carrier}
        </Anchor>
      )}
    </>
  )
}

/**
 * The history, also from what the token may read beside the events: the custody of an item has the
 * reasons and is older than the events, and the record has the rest.
 */
function ShipmentActivity({ shipment }: PartProps) {
  const { carrier, service, trackingNumber } = shipment
  const carriage = [carrier, service, trackingNumber].filter(Boolean).join(', ')
  const path = { id: shipment.id }
  const items = useRead('GET /v1/outbound-shipments/{id}/items', {
    path,
    query: { limit: 1 },
    enabled: useMay('inventory_items:read'),
  })
  const id = items.data?.body.data[0]?.inventoryItemId
  const movements = useQuery({
    ...readAll('GET /v1/inventory-items/{id}/movements', id ?? ''),
    enabled: id !== undefined,
  })
  const custody = (movements.data ?? [])
    .filter(({ outboundShipmentId }) => outboundShipmentId === shipment.id)
    .map(({ kind, at, tokenId, reason }): Moment => {
      return { type: kind.replace('shipment_', ''), at, tokenId, lines: said(reason) }
    })
  return (
    <Activity
      id={shipment.id}
      records="outbound-shipments"
      moments={[
        ...custody,
        { type: 'created', at: shipment.createdAt, tokenId: shipment.createdByTokenId },
        { type: 'approved', at: shipment.approvedAt, tokenId: shipment.approvedByTokenId },
        { type: 'held', at: shipment.heldAt, lines: said(shipment.holdReason) },
        { type: 'shipped', at: shipment.shippedAt, lines: [carriage] },
        { type: 'delivered', at: shipment.deliveredAt },
        { type: 'cancelled', at: shipment.cancelledAt, lines: said(shipment.cancellationReason) },
      ]}
      isWaiting={items.isLoading || movements.isLoading}
      error={items.error ?? movements.error}
    />
  )
}

function Interruption({ shipment }: PartProps) {
  const { heldAt, holdReason, cancelledAt, cancellationReason } = shipment
  if (cancelledAt !== null) {
    return (
      <Alert color="gray" icon={<CircleX />} title="Cancelled">
        <Time at={cancelledAt} />: {cancellationReason ?? 'no reason was given'}. Its items became
        available again.
      </Alert>
    )
  }
  if (heldAt === null) return null
  return (
    <Alert color="orange" icon={<Hand />} title="On hold">
      Since <Time at={heldAt} />: {holdReason ?? 'no reason was given'}. It cannot go on until
      somebody releases it.
    </Alert>
  )
}

function Steps({ shipment: { status, heldAt } }: PartProps) {
  const done = status === 'delivered' ? SHIPMENT_STATUSES.length : SHIPMENT_STATUSES.indexOf(status)
  return (
    <section aria-label="Steps">
      <Stepper active={done} size="sm" iconSize={28} {...(heldAt !== null && { color: 'orange' })}>
        {SHIPMENT_STATUSES.map((step) => (
          <Stepper.Step
            key={step}
            label={words(step)}
            allowStepSelect={false}
            component="div"
            {...(step === status && { 'aria-current': 'step' as const })}
          />
        ))}
      </Stepper>
    </section>
  )
}
