import { useChange } from '../api/queries.ts'
import type { BodyOf } from '../api/request.ts'
import type { OutboundShipmentDetails } from '../api/schema.ts'
import { centsOf, money } from '../display/amounts.ts'
import { EditRecord, METADATA_FIELD, metadataPatch, pairsText } from '../display/EditRecord.tsx'

interface Props {
  readonly shipment: OutboundShipmentDetails
  readonly etag: string | undefined
}

const ADDRESS = [
  { name: 'name', label: 'Recipient' },
  { name: 'company', label: 'Company' },
  { name: 'line1', label: 'Address' },
  { name: 'line2', label: 'Address, second line' },
  { name: 'city', label: 'City' },
  { name: 'region', label: 'Region or state' },
  { name: 'postalCode', label: 'Postal code' },
  { name: 'countryCode', label: 'Country code', description: 'Two letters, such as US.' },
  { name: 'phone', label: 'Phone', kind: 'tel' },
] as const

const FIELDS = [
  ...ADDRESS,
  { name: 'service', label: 'Carrier’s service', description: 'Such as Overnight.' },
  {
    name: 'insuredValueCents',
    label: 'Insured value',
    description: 'The value that the carrier is to insure.',
    kind: 'amount',
  },
  { name: 'signatureRequired', label: 'Ask for a signature', kind: 'check' },
  METADATA_FIELD,
] as const

type Values = Readonly<Record<string, string>>
type Body = BodyOf<'PATCH /v1/outbound-shipments/{id}'>

/** Changes where the shipment goes and how, until it ships. */
export function EditDirections({ shipment, etag }: Props) {
  const { id, status, recipient, cancelledAt, metadata, insuredValueCents: cents } = shipment
  const update = useChange('PATCH /v1/outbound-shipments/{id}', ['events'])
  const address = Object.fromEntries(ADDRESS.map(({ name }) => [name, recipient?.[name] ?? '']))
  const bodyOf = ({ service, insuredValueCents, signatureRequired, ...changed }: Values): Body => ({
    ...(ADDRESS.some(({ name }) => name in changed) && {
      recipient: recipientOf({ ...address, ...changed }),
    }),
    ...(service !== undefined && { service: service || null }),
    ...(insuredValueCents !== undefined && {
      insuredValueCents: centsOf(insuredValueCents) ?? (insuredValueCents || null),
    }),
    ...(signatureRequired !== undefined && { signatureRequired: signatureRequired === 'yes' }),
    ...(changed.metadata !== undefined && { metadata: metadataPatch(metadata, changed.metadata) }),
  })
  return (
    <EditRecord
      label="Edit recipient and delivery"
      permission="outbound_shipments:update"
      isClosed={cancelledAt !== null || status === 'shipped' || status === 'delivered'}
      note={status === 'approved' && 'The shipment then has to be approved again.'}
      fields={FIELDS}
      values={{
        ...address,
        service: shipment.service ?? '',
        insuredValueCents: cents === null ? '' : money(cents),
        signatureRequired: shipment.signatureRequired ? 'yes' : '',
        metadata: pairsText(Object.entries(metadata)),
      }}
      etag={etag}
      save={(changed, ifMatch) =>
        update.mutateAsync({ path: { id }, body: bodyOf(changed), ifMatch })
      }
    />
  )
}

/** The recipient of the form; null if every field is empty. */
function recipientOf(texts: Values): Body['recipient'] {
  const given = ADDRESS.flatMap(({ name }) => (texts[name] ? [[name, texts[name]] as const] : []))
  if (given.length === 0) return null
  const countryCode = (texts.countryCode ?? '').toUpperCase()
  return { name: '', line1: '', city: '', ...Object.fromEntries(given), countryCode }
}
