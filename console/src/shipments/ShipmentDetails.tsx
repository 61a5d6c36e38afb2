import { Anchor } from '@mantine/core'
import { useErasure } from '../accounts/contact.ts'
import type { ApprovedOutboundShipment } from '../api/schema.ts'
import { attributesOf } from '../display/format.ts'
import { DescriptionList } from '../display/Page.tsx'
import { Approvals, Copyable, hasSeveralApprovals, TokenName } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { addressOf } from './address.ts'

export function ShipmentDetails({ shipment }: { readonly shipment: ApprovedOutboundShipment }) {
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
          trackingNumber && <Tracking key="tracking" number={trackingNumber} carrier={carrier} />,
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

/** The tracking number, with a link to the carrier if that is a known one. */
function Tracking({
  number,
  carrier,
}: {
  readonly number: string
  readonly carrier: string | null
}) {
  const page = PAGES.find(([name]) => name.test(carrier ?? ''))?.[1]
  return (
    <>
      <Copyable text={number} />{' '}
      {page && (
        <Anchor
          href={`${page}${encodeURIComponent(number.replaceAll(' ', ''))}`}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
        >
          Track at {carrier}
        </Anchor>
      )}
    </>
  )
}
