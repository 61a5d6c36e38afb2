import { type TSchema, Type } from 'typebox'
import { namedObject, optionalReasonBody, reasonBody, storedText } from '../../domain/fields.ts'
import { CARRIER_TEXT_LENGTH_MAX } from '../../domain/limits.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { type OperationContract, versionedResponse } from '../../http/operation-contract.ts'
import { APPROVAL_BODY, givenDecision } from '../approvals/approval-proof.ts'
import type { ShipmentVerb } from './move-shipment.rules.ts'
import { MOVE_SHIPMENT, type MovedShipment, type ShipmentMove } from './move-shipment.ts'
import {
  APPROVED_SHIPMENT_STEP,
  OUTBOUND_SHIPMENT_BY_ID,
  SHIPMENT_STEP,
  toApprovedStep,
  toShipmentStep,
} from './outbound-shipment.ts'

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

type Published = 'operationId' | 'description' | 'bodyIsOptional'

interface StepContract extends Pick<OperationContract, Published> {
  readonly verb: ShipmentVerb
  readonly body?: TSchema
  readonly response: string
}

/** Declares one step of a shipment. */
function step({ verb, response, ...contract }: StepContract) {
  const isApproval = verb === 'approve'
  return changeOperation({
    ...contract,
    path: `/v1/outbound-shipments/{id}/${verb}`,
    permission: isApproval ? 'outbound_shipments:approve' : 'outbound_shipments:update',
    ...OUTBOUND_SHIPMENT_BY_ID,
    ...(isApproval && { isOfCaller: true }),
    success: versionedResponse(response, isApproval ? APPROVED_SHIPMENT_STEP : SHIPMENT_STEP),
    refusals: [
      ...(isApproval || verb === 'release' ? (['sign_in_required'] as const) : []),
      'version_conflict',
      ...(isApproval ? (['self_approval_forbidden'] as const) : []),
      'invalid_state_transition',
      ...(isApproval ? (['already_approved'] as const) : []),
      ...(isApproval || verb === 'submit' ? (['recipient_required'] as const) : []),
      ...(isApproval ? (['proof_required', 'proof_invalid'] as const) : []),
    ],
    change: MOVE_SHIPMENT,
    input: ({ parameters, ifMatch, body }, { relyingParty }) => ({
      ...parameters,
      ifMatch,
      move: { verb, ...givenDecision(body as object, relyingParty) } as ShipmentMove,
    }),
    respond: ({ shipment, approvals }: MovedShipment) => {
      const view = isApproval ? toApprovedStep(shipment, approvals) : toShipmentStep(shipment)
      return recordReply(view, shipment)
    },
  })
}

export const inspectOutboundShipmentRoute = step({
  operationId: 'inspectOutboundShipment',
  description: 'Takes a packed shipment into inspection.',
  verb: 'inspect',
  response: 'The shipment, `inspecting`.',
})

export const submitOutboundShipmentRoute = step({
  operationId: 'submitOutboundShipment',
  description: 'Submits an inspected shipment for approval.',
  verb: 'submit',
  response: 'The shipment, `pending_approval`.',
})

export const approveOutboundShipmentRoute = step({
  operationId: 'approveOutboundShipment',
  description:
    'Approves a submitted shipment. Neither its creator nor who changed its directions can ' +
    'approve it, unless the policy turns `fourEyes` off. Where the policy (`approvalRules`) asks ' +
    'for several approvals, each of another person, it stays `pending_approval` until the last ' +
    'one; a return to packing and new directions end those given.',
  verb: 'approve',
  body: APPROVAL_BODY,
  bodyIsOptional: true,
  response: 'The shipment: `approved`, or `pending_approval` if it needs further approvals.',
})

export const returnOutboundShipmentToPackingRoute = step({
  operationId: 'returnOutboundShipmentToPacking',
  description:
    'Sends a shipment that is in inspection or waits for approval back to packing. Its items ' +
    'stay claimed.',
  verb: 'return-to-packing',
  response: 'The shipment, `packing`.',
})

export const shipOutboundShipmentRoute = step({
  operationId: 'shipOutboundShipment',
  description:
    'Records that an approved shipment has left the vault, and its carrier. Its items become ' +
    '`shipped`. For the record, they stay in their account.',
  verb: 'ship',
  body: CARRIAGE,
  response: 'The shipment, `shipped`.',
})

export const deliverOutboundShipmentRoute = step({
  operationId: 'deliverOutboundShipment',
  description: 'Records that a shipment has arrived; its items become `delivered`.',
  verb: 'deliver',
  response: 'The shipment, `delivered`.',
})

export const holdOutboundShipmentRoute = step({
  operationId: 'holdOutboundShipment',
  description:
    'Puts a shipment on hold before it ships. The status does not change. While on hold, a ' +
    'shipment can only be released or cancelled.',
  verb: 'hold',
  body: reasonBody('Why the shipment is held.', 'Address to be confirmed'),
  response: 'The shipment, with the reason.',
})

export const releaseOutboundShipmentRoute = step({
  operationId: 'releaseOutboundShipment',
  description: 'Ends the hold of a shipment. The status does not change.',
  verb: 'release',
  body: optionalReasonBody('Why the hold ends.', 'Address confirmed by phone'),
  bodyIsOptional: true,
  response: 'The shipment, no longer on hold.',
})

export const cancelOutboundShipmentRoute = step({
  operationId: 'cancelOutboundShipment',
  description:
    'Cancels a shipment before it ships, on hold or not: its items are `in_vault` again, ' +
    'in the same account. The status does not change, and no further step is possible. List ' +
    'Outbound Shipments leaves the shipment out, unless `cancelled=true` is sent.',
  verb: 'cancel',
  body: reasonBody('Why the shipment is cancelled.', 'The owner keeps it in the vault'),
  response: 'The shipment, with the moment and the reason.',
})

function carrierText(description: string, example: string) {
  return storedText(description, { maxLength: CARRIER_TEXT_LENGTH_MAX, example })
}
