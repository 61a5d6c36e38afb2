import { Anchor } from '@mantine/core'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { Copyable } from '../display/RecordLink.tsx'

/** The pages on which carriers tell about a tracking number. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/\bups\b|united parcel/i, 'https://www.ups.com/track?tracknum='],
  [/fedex|federal express/i, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/\bdhl\b/i, 'https://www.dhl.com/en/express/tracking.html?AWB='],
  [/usps|postal service/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
]

interface Props {
  readonly shipment: Pick<OutboundShipmentDetails, 'carrier' | 'trackingNumber'>
}

/** The tracking number, with a link to the carrier if that is a known one. */
export function TrackingNumber({ shipment: { carrier, trackingNumber } }: Props) {
  const number = trackingNumber ?? ''
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
