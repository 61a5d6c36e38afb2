import { Type } from 'typebox'
import { Refusal } from '../../domain/errors.ts'
import { storedText } from '../../domain/fields.ts'
import { tidiedId } from '../../domain/folding.ts'
import { CARRIER_TEXT_LENGTH_MAX, SHIPMENT_IDS_LISTED_MAX } from '../../domain/limits.ts'
import { isStorable } from '../../domain/text.ts'
import { etagOf } from '../../domain/versions.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { findOutboundShipment } from './get-outbound-shipment.store.ts'
import {
  findShipmentsByTrackingNumber,
  type Tracking,
} from './get-outbound-shipment-by-tracking-number.store.ts'
import { APPROVED_SHIPMENT, toApprovedShipment } from './outbound-shipment.ts'

const TRACKING_NUMBER = Type.String({
  description:
    'The tracking number as it was given when the shipment was shipped. Percent-encode it: a space ' +
    'is `%20`, a slash `%2F`.',
  minLength: 1,
  maxLength: CARRIER_TEXT_LENGTH_MAX,
  examples: ['BX 4417 2203 SE'],
})

const CARRIER = storedText(
  'Only a shipment of this carrier. Give the name exactly as it was given when the shipment ' +
    'was shipped.',
  { maxLength: CARRIER_TEXT_LENGTH_MAX, example: 'Brinks' },
)

export const getOutboundShipmentByTrackingNumberRoute = operation({
  operationId: 'getOutboundShipmentByTrackingNumber',
  description:
    "Reads the outbound shipment that has a carrier's tracking number. Case counts, and so " +
    'do spaces, but for those at its ends and doubled ones. If several shipments have the number, the request is refused ' +
    'with their ids. Then send `carrier`, or read each shipment by its id.',
  path: '/v1/outbound-shipments/by-tracking-number/{trackingNumber}',
  permission: 'outbound_shipments:read',
  parameters: Type.Object({ trackingNumber: TRACKING_NUMBER }),
  query: Type.Object({ carrier: Type.Optional(CARRIER) }),
  success: versionedResponse('The shipment.', APPROVED_SHIPMENT),
  refusals: ['outbound_shipment_not_found', 'tracking_number_ambiguous'],
  handle: async ({ caller, database, parameters, query }, head) => {
    const trackingNumber = tidiedId(parameters.trackingNumber)
    if (!isStorable(trackingNumber)) throw noneTracked()
    const tracking = { trackingNumber, carrier: query.carrier }
    const limit = SHIPMENT_IDS_LISTED_MAX + 1
    const found = await findShipmentsByTrackingNumber(caller, database, tracking, limit)
    const [id, ...others] = found
    if (id === undefined) throw noneTracked()
    if (others.length > 0) throw severalTracked(found, tracking)
    const shipment = await findOutboundShipment(caller, database, id)
    if (shipment === undefined) throw noneTracked()
    head.header('ETag', etagOf(shipment.version))
    return { data: toApprovedShipment(shipment.record) }
  },
})

function noneTracked(): Refusal {
  return new Refusal('outbound_shipment_not_found', {
    detail:
      'The organization has no outbound shipment with this tracking number: check the number and ' +
      'the carrier.',
  })
}

function severalTracked(ids: readonly string[], { carrier }: Tracking): Refusal {
  const outboundShipmentIds = ids.slice(0, SHIPMENT_IDS_LISTED_MAX)
  const count =
    ids.length > SHIPMENT_IDS_LISTED_MAX ? `More than ${SHIPMENT_IDS_LISTED_MAX}` : ids.length
  const remedy =
    carrier === undefined ? 'send carrier, or read each by its id' : 'read each by its id'
  return new Refusal('tracking_number_ambiguous', {
    detail: `${count} outbound shipments have this tracking number: ${remedy}.`,
    members: { outboundShipmentIds },
  })
}
