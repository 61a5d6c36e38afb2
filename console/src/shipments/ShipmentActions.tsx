import type { ApprovedOutboundShipment } from '../api/schema.ts'
import { METADATA_FIELD } from '../display/EditRecord.tsx'
import type { EditField } from '../display/fields.tsx'
import { words } from '../display/format.ts'
import { RecordActions, type Step } from '../display/RecordActions.tsx'

const DIRECTIONS: readonly EditField[] = [
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

/** Every step, in the order in which they are offered; with none of these permissions, update. */
const STEPS: readonly (Omit<Step, 'permission'> & Partial<Step>)[] = [
  {
    verb: 'inspect',
    label: 'Start inspection',
    explanation: 'Confirms that all items are packed and starts the inspection.',
    done: 'The shipment is in inspection.',
  },
  {
    verb: 'submit',
    label: 'Submit for approval',
    explanation:
      'Confirms that the inspection found no problems and submits the shipment for approval.',
    done: 'The shipment is waiting for approval.',
  },
  {
    verb: 'approve',
    label: 'Approve',
    noun: 'shipment',
    permission: 'outbound_shipments:approve',
    explanation: 'Allows the shipment to leave the vault.',
    done: 'The shipment is approved.',
    hotkey: 'approve',
  },
  {
    verb: 'ship',
    label: 'Ship',
    noun: 'items',
    explanation: 'Confirms that the carrier has collected the shipment. This cannot be undone.',
    done: 'The shipment is on its way.',
    fields: [
      { name: 'carrier', label: 'Carrier', required: true, maxLength: 100 },
      { name: 'service', label: 'Service (optional), e.g. Express', maxLength: 100 },
      { name: 'trackingNumber', label: 'Tracking number', required: true, maxLength: 100 },
    ],
  },
  {
    verb: 'deliver',
    label: 'Mark as delivered',
    explanation: 'Confirms that the shipment has arrived. This cannot be undone.',
    done: 'The shipment is delivered.',
  },
  {
    verb: 'release',
    label: 'Release',
    noun: 'shipment',
    explanation: 'Ends the hold. The shipment continues where it stopped.',
    done: 'The shipment is released.',
    reason: 'optional',
  },
  {
    verb: 'return-to-packing',
    label: 'Return to packing',
    explanation:
      'Sends the shipment back to be packed and inspected again. Its items stay reserved for it.',
    done: 'The shipment is back in packing.',
  },
  {
    verb: 'hold',
    label: 'Hold',
    noun: 'shipment',
    explanation: 'Stops the shipment until somebody releases it.',
    done: 'The shipment is on hold.',
    reason: 'required',
    color: 'orange',
  },
  {
    verb: 'cancel',
    label: 'Cancel shipment',
    explanation:
      'Cancels the shipment. Its items stay in the same account and become available again. This cannot be undone.',
    done: 'The shipment is cancelled.',
    reason: 'required',
    color: 'red',
    hotkey: 'cancel',
  },
]

/** The steps that a status allows; the first is the next one. */
const TAKEN = {
  packing: ['inspect', 'hold', 'cancel'],
  inspecting: ['submit', 'return-to-packing', 'hold', 'cancel'],
  pending_approval: ['approve', 'return-to-packing', 'hold', 'cancel'],
  approved: ['ship', 'hold', 'cancel'],
  shipped: ['deliver'],
  delivered: [],
  on_hold: ['release', 'cancel'],
  cancelled: [],
} as const

type Props = { readonly shipment: ApprovedOutboundShipment; readonly etag: string | undefined }

/** The actions on the shipment; an open dialog says if it does not allow the action any more. */
export function ShipmentActions({ shipment, etag }: Props) {
  const { status, heldAt, cancelledAt } = shipment
  const state = cancelledAt !== null ? 'cancelled' : heldAt !== null ? 'on_hold' : status
  const taken: readonly string[] = TAKEN[state]
  return (
    <RecordActions
      records="outbound-shipments"
      noun="shipment"
      record={shipment}
      etag={etag}
      edit={{
        label: 'Edit recipient and delivery',
        permission: 'outbound_shipments:update',
        fields: DIRECTIONS,
        isClosed: ['cancelled', 'shipped', 'delivered'].includes(state),
        note: status === 'approved' && 'The shipment then has to be approved again.',
      }}
      steps={STEPS.map((step) => ({
        permission: 'outbound_shipments:update',
        isNext: step.verb === taken[0],
        ...step,
        unavailable: taken.includes(step.verb)
          ? undefined
          : `The shipment is now ${words(state).toLowerCase()}.`,
      }))}
    />
  )
}
