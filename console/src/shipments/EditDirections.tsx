import { useChange } from '../api/queries.ts'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { EditRecord } from '../display/EditRecord.tsx'
import { METADATA_FIELD } from '../display/edit-fields.ts'
import type { EditField } from '../display/fields.tsx'

const FIELDS: readonly EditField[] = [
  { name: 'recipient/name', label: 'Recipient' },
  { name: 'recipient/company', label: 'Company' },
  { name: 'recipient/line1', label: 'Address' },
  { name: 'recipient/line2', label: 'Address, second line' },
  { name: 'recipient/city', label: 'City' },
  { name: 'recipient/region', label: 'Region or state' },
  { name: 'recipient/postalCode', label: 'Postal code' },
  {
    name: 'recipient/countryCode',
    label: 'Country code',
    description: 'Two letters, such as US.',
    kind: 'capitals',
  },
  { name: 'recipient/phone', label: 'Phone', kind: 'tel' },
  { name: 'service', label: 'Carrier’s service', description: 'Such as Overnight.' },
  {
    name: 'insuredValueCents',
    label: 'Insured value',
    description: 'The value that the carrier is to insure.',
    kind: 'amount',
  },
  { name: 'signatureRequired', label: 'Ask for a signature', kind: 'check' },
  METADATA_FIELD,
]

interface Props {
  readonly shipment: OutboundShipmentDetails
  readonly etag: string | undefined
}

/** Changes where the shipment goes and how, until it ships. */
export function EditDirections({ shipment, etag }: Props) {
  const { id, status, cancelledAt } = shipment
  const update = useChange('PATCH /v1/outbound-shipments/{id}', ['events'])
  return (
    <EditRecord
      label="Edit recipient and delivery"
      permission="outbound_shipments:update"
      isClosed={cancelledAt !== null || status === 'shipped' || status === 'delivered'}
      note={status === 'approved' && 'The shipment then has to be approved again.'}
      fields={FIELDS}
      record={shipment}
      etag={etag}
      save={(body, ifMatch) => update.mutateAsync({ path: { id }, body, ifMatch })}
    />
  )
}
