import type { ApprovedOutboundShipment } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { RecordActions, type Step } from '../display/RecordActions.tsx'
import { EditDirections } from './EditDirections.tsx'

/** Every step, in the order in which they are offered; with none of these permissions, update. */
const STEPS = [
  {
    verb: 'inspect',
    label: 'Start inspection',
    explanation: 'Confirms that all items are packed and starts the inspection.',
    done: 'The shipment is in inspection.',
    isNext: true,
  },
  {
    verb: 'submit',
    label: 'Submit for approval',
    explanation:
      'Confirms that the inspection found no problems and submits the shipment for approval.',
    done: 'The shipment is waiting for approval.',
    isNext: true,
  },
  {
    verb: 'approve',
    label: 'Approve',
    noun: 'shipment',
    permission: 'outbound_shipments:approve',
    explanation: 'Allows the shipment to leave the vault.',
    done: 'The shipment is approved.',
    isNext: true,
    hotkey: 'approve',
  },
  {
    verb: 'ship',
    label: 'Ship',
    noun: 'items',
    explanation: 'Confirms that the carrier has collected the shipment. This cannot be undone.',
    done: 'The shipment is on its way.',
    isNext: true,
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
    isNext: true,
  },
  {
    verb: 'release',
    label: 'Release',
    noun: 'shipment',
    explanation: 'Ends the hold. The shipment continues where it stopped.',
    done: 'The shipment is released.',
    reason: 'optional',
    isNext: true,
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
] as const satisfies readonly (Omit<Step, 'permission'> & Partial<Step>)[]

const TAKEN = {
  packing: ['inspect', 'hold', 'cancel'],
  inspecting: ['submit', 'return-to-packing', 'hold', 'cancel'],
  pending_approval: ['approve', 'return-to-packing', 'hold', 'cancel'],
  approved: ['ship', 'hold', 'cancel'],
  shipped: ['deliver'],
  delivered: [],
} as const

interface Props {
  readonly shipment: ApprovedOutboundShipment
  readonly etag: string | undefined
}

/** The actions on the shipment; an open dialog says if it does not allow the action any more. */
export function ShipmentActions({ shipment, etag }: Props) {
  const { status, heldAt, cancelledAt } = shipment
  const state = cancelledAt !== null ? 'cancelled' : heldAt !== null ? 'on hold' : words(status)
  const taken: readonly string[] =
    cancelledAt !== null ? [] : heldAt !== null ? ['release', 'cancel'] : TAKEN[status]
  const steps = STEPS.map((step) => ({
    permission: 'outbound_shipments:update' as const,
    ...step,
    unavailable: taken.includes(step.verb)
      ? undefined
      : `The shipment is now ${state.toLowerCase()}.`,
  }))
  return (
    <RecordActions
      records="outbound-shipments"
      noun="shipment"
      record={shipment}
      etag={etag}
      steps={steps}
    >
      <EditDirections shipment={shipment} etag={etag} />
    </RecordActions>
  )
}
