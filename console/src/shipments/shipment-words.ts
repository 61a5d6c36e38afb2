import type { OutboundShipment, Recipient } from '../api/schema.ts'

export const SHIPMENT_STATUSES: readonly OutboundShipment['status'][] = [
  'packing',
  'inspecting',
  'pending_approval',
  'approved',
  'shipped',
  'delivered',
]

/** The address of a recipient, with a line for each part that is known. */
export function addressOf(recipient: NonNullable<Recipient>): string {
  const { name, company, line1, line2, city, region, postalCode, countryCode, phone } = recipient
  const country = new Intl.DisplayNames(undefined, { type: 'region' }).of(countryCode)
  const place = `${postalCode ?? ''} ${city}`.trim()
  return [name, company, line1, line2, place, region, country, phone].filter(Boolean).join('\n')
}
