import Type from 'typebox'
import { namedObject, storedText } from '../domain/fields.ts'
import { CARRIER_TEXT_LENGTH_MAX } from '../domain/limits.ts'
import { changeOperation, recordReply } from '../http/change-operation.ts'
import { versionedResponse } from '../http/operation-contract.ts'
import { ADVANCE_SHIPMENT } from './advance-outbound-shipment.ts'
import { OUTBOUND_SHIPMENT_BY_ID, SHIPMENT_STEP, toShipmentStep } from './outbound-shipment.ts'

const ADVANCE = namedObject('ShipmentAdvance', 'What the simulated carrier does.', {
  trackingNumber: Type.Optional(
    storedText(
      'The tracking number of an approved shipment, which ships. One that begins with ' +
        '`SANDBOX-LOST` or `SANDBOX-RETURNED` never arrives by this operation.',
      { maxLength: CARRIER_TEXT_LENGTH_MAX, example: 'SANDBOX-LOST-1' },
    ),
  ),
})

export const advanceOutboundShipmentRoute = changeOperation({
  operationId: 'advanceOutboundShipment',
  description:
    'Takes a shipment of a test organization its next step, as the people of the vault and the ' +
    'carrier would: `packing`, `inspecting`, `pending_approval`, `approved`, `shipped`, ' +
    '`delivered`. It needs no second person. The actor of its event is `sandbox`.',
  path: '/v1/sandbox/outbound-shipments/{id}/advance',
  permission: 'outbound_shipments:update',
  testOnly: true,
  ...OUTBOUND_SHIPMENT_BY_ID,
  body: ADVANCE,
  bodyIsOptional: true,
  success: versionedResponse('The shipment after the step.', SHIPMENT_STEP),
  refusals: [
    'test_organization_required',
    'version_conflict',
    'invalid_state_transition',
    'recipient_required',
    'proof_required',
  ],
  change: ADVANCE_SHIPMENT,
  input: ({ parameters, ifMatch, body }) => ({ ...parameters, ifMatch, ...body }),
  respond: ({ shipment }) => recordReply(toShipmentStep(shipment), shipment),
})
