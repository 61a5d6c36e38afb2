import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { findOutboundShipment } from './get-outbound-shipment.store.ts'
import {
  APPROVED_SHIPMENT,
  OUTBOUND_SHIPMENT_BY_ID,
  toApprovedShipment,
} from './outbound-shipment.ts'

export const getOutboundShipmentRoute = operation({
  operationId: 'getOutboundShipment',
  description:
    'Reads one outbound shipment, cancelled or not: its status, who approved it, why it is ' +
    'on hold, and how it was sent.',
  path: '/v1/outbound-shipments/{id}',
  permission: 'outbound_shipments:read',
  ...OUTBOUND_SHIPMENT_BY_ID,
  success: versionedResponse('The shipment.', APPROVED_SHIPMENT),
  handle: readRecord(findOutboundShipment, ({ record }) => toApprovedShipment(record)),
})
