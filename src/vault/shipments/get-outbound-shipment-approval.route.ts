import { operation } from '../../http/operation.ts'
import { APPROVAL_RESPONSE, readApproval } from '../approvals/approval-to-sign.ts'
import { shipmentContent } from './approved-shipment.ts'
import { getApprovedShipment } from './get-outbound-shipment-approval.store.ts'
import { OUTBOUND_SHIPMENT_BY_ID } from './outbound-shipment.ts'

export const getOutboundShipmentApprovalRoute = operation({
  operationId: 'getOutboundShipmentApproval',
  description:
    'Reads what an approval of the shipment would approve now: its items, their value, and a ' +
    'hash of its directions. A passkey signs the challenge, and Approve Outbound Shipment takes ' +
    'the signature as `proof`.',
  path: '/v1/outbound-shipments/{id}/approval',
  permission: 'outbound_shipments:approve',
  ...OUTBOUND_SHIPMENT_BY_ID,
  success: APPROVAL_RESPONSE,
  handle: readApproval(getApprovedShipment, (shipment) => shipmentContent(shipment, shipment)),
})
