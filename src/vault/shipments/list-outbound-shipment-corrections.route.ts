import { correctionsOperation } from '../corrections/list-corrections.ts'
import { OUTBOUND_SHIPMENT_BY_ID } from './outbound-shipment.ts'

export const listOutboundShipmentCorrectionsRoute = correctionsOperation({
  operationId: 'listOutboundShipmentCorrections',
  path: '/v1/outbound-shipments/{id}/corrections',
  permission: 'outbound_shipments:read',
  ...OUTBOUND_SHIPMENT_BY_ID,
  subjectType: 'outbound_shipment',
  record: 'one shipment',
})
