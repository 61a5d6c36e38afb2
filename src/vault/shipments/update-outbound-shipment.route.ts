import { changesOf } from '../../domain/fields.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { METADATA_PATCH } from '../../domain/metadata.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import {
  OUTBOUND_SHIPMENT_BY_ID,
  SHIPMENT_DETAILS,
  toShipmentDetails,
} from './outbound-shipment.ts'
import { DIRECTION_MEMBERS } from './shipment-directions.ts'
import { UPDATE_OUTBOUND_SHIPMENT } from './update-outbound-shipment.ts'

const MEMBERS = { ...DIRECTION_MEMBERS, metadata: METADATA_PATCH }

const UPDATE = changesOf(
  'OutboundShipmentUpdate',
  'The members to change. An omitted member keeps its value; null clears it.',
  MEMBERS,
  { signatureRequired: true, insuredValueCents: '25000000' },
)

export const updateOutboundShipmentRoute = changeOperation({
  operationId: 'updateOutboundShipment',
  description:
    'Changes where a shipment goes and how its carrier is to take it, until it ships, also ' +
    'on hold. A change of an approved shipment takes the approval back: it is ' +
    '`pending_approval` again. A change of `metadata` alone does not.',
  method: 'PATCH',
  path: '/v1/outbound-shipments/{id}',
  permission: 'outbound_shipments:update',
  ...OUTBOUND_SHIPMENT_BY_ID,
  body: UPDATE,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: versionedResponse('The shipment after the change.', SHIPMENT_DETAILS),
  refusals: [
    'no_updatable_fields',
    'version_conflict',
    'invalid_state_transition',
    'fbo_account_erased',
  ],
  change: UPDATE_OUTBOUND_SHIPMENT,
  input: ({ parameters, ifMatch, body }) => ({ ...parameters, ifMatch, changes: body }),
  respond: ({ shipment }) => recordReply(toShipmentDetails(shipment), shipment),
})
