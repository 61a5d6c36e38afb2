import { Type } from 'typebox'
import { namedObject, optionalReasonBody, reasonBody, storedText } from '../../domain/fields.ts'
import { CARRIER_TEXT_LENGTH_MAX } from '../../domain/limits.ts'
import { shipmentStep } from './move-shipment.ts'

const CARRIAGE = namedObject(
  'Carriage',
  'The carrier of a shipment, its service and its tracking number.',
  {
    carrier: carrierText('The carrier.', 'Brinks'),
    service: Type.Optional(
      carrierText("The carrier's service; the one that was asked for if left out.", 'Overnight'),
    ),
    trackingNumber: carrierText("The carrier's tracking number.", 'BX 4417 2203 SE'),
  },
  { examples: [{ carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' }] },
)

/** The steps of a shipment. */
export const moveShipmentRoutes = {
  inspect: shipmentStep({
    operationId: 'inspectOutboundShipment',
    description: 'Takes a packed shipment into inspection.',
    verb: 'inspect',
    outcome: 'The shipment, `inspecting`.',
  }),
  submit: shipmentStep({
    operationId: 'submitOutboundShipment',
    description: 'Submits an inspected shipment for approval.',
    verb: 'submit',
    outcome: 'The shipment, `pending_approval`.',
  }),
  approve: shipmentStep({
    operationId: 'approveOutboundShipment',
    description:
      'Approves a submitted shipment. Neither its creator nor who changed its directions can ' +
      'approve it, unless the policy turns `fourEyes` off. Where the policy (`approvalRules`) asks ' +
      'for several approvals, each of another person, it stays `pending_approval` until the last ' +
      'one; a return to packing and new directions end those given.',
    verb: 'approve',
    outcome: 'The shipment: `approved`, or `pending_approval` if it needs further approvals.',
  }),
  'return-to-packing': shipmentStep({
    operationId: 'returnOutboundShipmentToPacking',
    description:
      'Sends a shipment that is in inspection or waits for approval back to packing. Its items ' +
      'stay claimed.',
    verb: 'return-to-packing',
    outcome: 'The shipment, `packing`.',
  }),
  ship: shipmentStep({
    operationId: 'shipOutboundShipment',
    description:
      'Records that an approved shipment has left the vault, and its carrier. Its items become ' +
      '`shipped`. For the record, they stay in their account.',
    verb: 'ship',
    body: CARRIAGE,
    outcome: 'The shipment, `shipped`.',
  }),
  deliver: shipmentStep({
    operationId: 'deliverOutboundShipment',
    description: 'Records that a shipment has arrived; its items become `delivered`.',
    verb: 'deliver',
    outcome: 'The shipment, `delivered`.',
  }),
  hold: shipmentStep({
    operationId: 'holdOutboundShipment',
    description:
      'Puts a shipment on hold before it ships. The status does not change. While on hold, a ' +
      'shipment can only be released or cancelled.',
    verb: 'hold',
    body: reasonBody('Why the shipment is held.', 'Address to be confirmed'),
    outcome: 'The shipment, with the reason.',
  }),
  release: shipmentStep({
    operationId: 'releaseOutboundShipment',
    description: 'Ends the hold of a shipment. The status does not change.',
    verb: 'release',
    body: optionalReasonBody('Why the hold ends.', 'Address confirmed by phone'),
    bodyIsOptional: true,
    outcome: 'The shipment, no longer on hold.',
  }),
  cancel: shipmentStep({
    operationId: 'cancelOutboundShipment',
    description:
      'Cancels a shipment before it ships, on hold or not: its items are `in_vault` again, ' +
      'in the same account. The status does not change, and no further step is possible. List ' +
      'Outbound Shipments leaves the shipment out, unless `cancelled=true` is sent.',
    verb: 'cancel',
    body: reasonBody('Why the shipment is cancelled.', 'The owner keeps it in the vault'),
    outcome: 'The shipment, with the moment and the reason.',
  }),
}

function carrierText(description: string, example: string) {
  return storedText(description, { maxLength: CARRIER_TEXT_LENGTH_MAX, example })
}
