import type { FastifyInstance } from 'fastify'
import { addCorrections } from '../corrections/list-corrections.ts'
import { OUTBOUND_SHIPMENT_BY_ID } from './outbound-shipment.ts'

export function listOutboundShipmentCorrectionsRoute(app: FastifyInstance): void {
  addCorrections(app, {
    operationId: 'listOutboundShipmentCorrections',
    path: '/v1/outbound-shipments/{id}/corrections',
    permission: 'outbound_shipments:read',
    ...OUTBOUND_SHIPMENT_BY_ID,
    subjectType: 'outbound_shipment',
    record: 'one shipment',
  })
}
