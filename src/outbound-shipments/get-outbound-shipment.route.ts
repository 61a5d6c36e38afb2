import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { readRecord } from '../http/read-record.ts'
import { findOutboundShipment } from './get-outbound-shipment.store.ts'
import {
  APPROVED_SHIPMENT,
  OUTBOUND_SHIPMENT_BY_ID,
  toApprovedShipment,
} from './outbound-shipment.ts'

export function getOutboundShipmentRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getOutboundShipment',
      description:
        'Reads one outbound shipment, cancelled or not: its status, who approved it, why it is ' +
        'on hold, and how it was sent.',
      method: 'GET',
      path: '/v1/outbound-shipments/{id}',
      permission: 'outbound_shipments:read',
      ...OUTBOUND_SHIPMENT_BY_ID,
      success: recordResponse('The shipment.', APPROVED_SHIPMENT),
      versioned: true,
    },
    { handle: readRecord(findOutboundShipment, ({ record }) => toApprovedShipment(record)) },
  )
}
