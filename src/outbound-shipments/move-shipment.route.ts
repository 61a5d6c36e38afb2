import type { FastifyInstance } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import { NO_MEMBERS, optionalReasonBody, reasonBody } from '../domain/fields.ts'
import { CARRIER_TEXT_LENGTH_MAX } from '../domain/limits.ts'
import { etagOf } from '../domain/versions.ts'
import { addChange } from '../http/change-operation.ts'
import type { ShipmentVerb } from './move-shipment.rules.ts'
import { MOVE_SHIPMENT, type MovedShipment, type ShipmentMove } from './move-shipment.ts'
import {
  outboundShipmentNotFound,
  SHIPMENT_DETAILS,
  toShipmentDetails,
} from './outbound-shipment.ts'

const CARRIAGE = Type.Object(
  {
    carrier: carrierText('Who carries it.', 'Brinks'),
    service: Type.Optional(carrierText("The carrier's service.", 'Overnight')),
    trackingNumber: carrierText("The carrier's tracking number.", 'BX 4417 2203 SE'),
  },
  {
    title: 'Carriage',
    description: 'Who carries a shipment, and as what.',
    additionalProperties: false,
    examples: [{ carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' }],
  },
)

/** What is published of a step beyond what all steps have in common. */
interface StepContract<Body extends TSchema> {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly verb: ShipmentVerb
  readonly body: Body
  readonly bodyIsOptional?: true
  /** What is answered: "The shipment, `inspecting`." */
  readonly response: string
  readonly move: (body: Static<Body>) => ShipmentMove
}

/** Registers one step of a shipment. */
function addStep<Body extends TSchema>(
  app: FastifyInstance,
  { verb, response, move, ...contract }: StepContract<Body>,
): void {
  addChange(
    app,
    {
      ...contract,
      tag: 'Outbound shipments',
      method: 'POST',
      path: `/v1/outbound-shipments/{id}/${verb}`,
      permission: verb === 'approve' ? 'outbound_shipments:approve' : 'outbound_shipments:update',
      parameters: Type.Object({ id: SHIPMENT_DETAILS.properties.id }),
      success: {
        status: 200,
        description: response,
        body: Type.Object({ data: SHIPMENT_DETAILS }),
      },
      versioned: true,
      refusals: [
        'outbound_shipment_not_found',
        'version_conflict',
        ...(verb === 'approve' ? (['self_approval_forbidden'] as const) : []),
        'invalid_state_transition',
      ],
    },
    {
      notFound: outboundShipmentNotFound,
      change: MOVE_SHIPMENT,
      input: ({ caller, parameters, ifMatch, body }) => ({
        ...parameters,
        ifMatch,
        tokenId: caller.tokenId,
        move: move(body),
      }),
      respond: ({ shipment }: MovedShipment) => ({
        body: { data: toShipmentDetails(shipment) },
        headers: { ETag: etagOf(shipment.version) },
      }),
    },
  )
}

export function inspectOutboundShipmentRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'inspectOutboundShipment',
    summary: 'Inspect Outbound Shipment',
    description: 'Takes a packed shipment into inspection.',
    verb: 'inspect',
    body: NO_MEMBERS,
    bodyIsOptional: true,
    response: 'The shipment, `inspecting`.',
    move: () => ({ verb: 'inspect' }),
  })
}

export function submitOutboundShipmentRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'submitOutboundShipment',
    summary: 'Submit Outbound Shipment',
    description: 'Submits an inspected shipment for approval.',
    verb: 'submit',
    body: NO_MEMBERS,
    bodyIsOptional: true,
    response: 'The shipment, `pending_approval`.',
    move: () => ({ verb: 'submit' }),
  })
}

export function approveOutboundShipmentRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'approveOutboundShipment',
    summary: 'Approve Outbound Shipment',
    description:
      'Approves a submitted shipment. Who created it cannot approve it, unless the ' +
      'organization turned that off.',
    verb: 'approve',
    body: NO_MEMBERS,
    bodyIsOptional: true,
    response: 'The shipment, `approved`.',
    move: () => ({ verb: 'approve' }),
  })
}

export function returnOutboundShipmentToPackingRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'returnOutboundShipmentToPacking',
    summary: 'Return Outbound Shipment to Packing',
    description:
      'Sends a shipment that is inspected or waits for its approval back to packing; its ' +
      'items stay claimed.',
    verb: 'return-to-packing',
    body: NO_MEMBERS,
    bodyIsOptional: true,
    response: 'The shipment, `packing`.',
    move: () => ({ verb: 'return-to-packing' }),
  })
}

export function shipOutboundShipmentRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'shipOutboundShipment',
    summary: 'Ship Outbound Shipment',
    description:
      'Notes that an approved shipment left the vault, and who carries it. Its items become ' +
      '`shipped`; they stay in their account, for the record.',
    verb: 'ship',
    body: CARRIAGE,
    response: 'The shipment, `shipped`.',
    move: (body) => ({ verb: 'ship', ...body }),
  })
}

export function deliverOutboundShipmentRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'deliverOutboundShipment',
    summary: 'Deliver Outbound Shipment',
    description: 'Notes that a shipment has arrived; its items become `delivered`.',
    verb: 'deliver',
    body: NO_MEMBERS,
    bodyIsOptional: true,
    response: 'The shipment, `delivered`.',
    move: () => ({ verb: 'deliver' }),
  })
}

export function holdOutboundShipmentRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'holdOutboundShipment',
    summary: 'Hold Outbound Shipment',
    description:
      'Puts a shipment on hold before it ships. The status does not change. While on hold, a ' +
      'shipment can only be released or cancelled.',
    verb: 'hold',
    body: reasonBody('Why the shipment is held.', 'Address to be confirmed'),
    response: 'The shipment, with the reason.',
    move: ({ reason }) => ({ verb: 'hold', reason }),
  })
}

export function releaseOutboundShipmentRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'releaseOutboundShipment',
    summary: 'Release Outbound Shipment',
    description: 'Ends the hold of a shipment: it goes on from where it stands.',
    verb: 'release',
    body: optionalReasonBody('Why the hold ends.', 'Address confirmed by phone'),
    bodyIsOptional: true,
    response: 'The shipment, on hold no more.',
    move: (body) => ({ verb: 'release', ...body }),
  })
}

export function cancelOutboundShipmentRoute(app: FastifyInstance): void {
  addStep(app, {
    operationId: 'cancelOutboundShipment',
    summary: 'Cancel Outbound Shipment',
    description:
      'Cancels a shipment before it ships, on hold or not: its items are `in_vault` again, ' +
      'in the account that they were in. Where it stood stays on record; it takes nothing ' +
      'any more, and List Outbound Shipments leaves it out unless asked for it.',
    verb: 'cancel',
    body: reasonBody('Why the shipment is cancelled.', 'The owner keeps it in the vault'),
    response: 'The shipment, with the moment and the reason.',
    move: ({ reason }) => ({ verb: 'cancel', reason }),
  })
}

function carrierText(description: string, example: string) {
  return Type.String({
    description,
    'x-violation-unstorable': true,
    minLength: 1,
    maxLength: CARRIER_TEXT_LENGTH_MAX,
    examples: [example],
  })
}
