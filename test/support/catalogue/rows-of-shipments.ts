import type { Permission } from '../../../src/domain/permissions.ts'
import type { ShipmentStatus } from '../../../src/domain/shipment-statuses.ts'
import { SHIPMENT_ITEMS, SHIPMENTS } from './lists.ts'
import { correctionsOf } from './lists-of-corrections.ts'
import { ACCOUNT, type IdPlace, item, listOf, ofOne, type Row, type Rows } from './row.ts'

const SHIPMENT_PATH = '/v1/outbound-shipments/{id}'
const OF_ACCOUNT = 'body /fboAccountId'
const CLAIMED = 'body /items/*/inventoryItemId'

function shipment(state: ShipmentStatus | 'on hold'): IdPlace {
  return { names: 'shipment', make: (world, owner) => world.shipment(owner, state) }
}

function verb(
  name: string,
  from: ShipmentStatus | 'on hold',
  more: { permission?: Permission; body?: object } = {},
): Row {
  return ofOne(shipment(from), ['POST', `${SHIPMENT_PATH}/${name}`], {
    permission: 'outbound_shipments:update',
    ...more,
  })
}

const reason = { body: { reason: 'Wrong address' } }

export const ROWS_OF_SHIPMENTS: Rows = {
  createOutboundShipment: {
    permission: 'outbound_shipments:create',
    success: 201,
    ids: { [OF_ACCOUNT]: ACCOUNT, [CLAIMED]: item() },
    request: (id) => ({
      method: 'POST',
      path: '/v1/outbound-shipments',
      body: { fboAccountId: id(OF_ACCOUNT), items: [{ inventoryItemId: id(CLAIMED) }] },
    }),
  },
  listOutboundShipments: listOf('/v1/outbound-shipments', 'outbound_shipments:read', {
    list: SHIPMENTS,
    ids: { 'query fboAccountId': ACCOUNT },
  }),
  getOutboundShipment: ofOne(shipment('packing'), ['GET', SHIPMENT_PATH], {
    permission: 'outbound_shipments:read',
  }),
  getOutboundShipmentByTrackingNumber: ofOne(
    { names: 'shipment', make: (world, owner) => world.trackingNumber(owner) },
    ['GET', '/v1/outbound-shipments/by-tracking-number/{trackingNumber}'],
    { permission: 'outbound_shipments:read' },
  ),
  listOutboundShipmentItems: ofOne(shipment('packing'), ['GET', `${SHIPMENT_PATH}/items`], {
    permission: 'outbound_shipments:read',
    list: SHIPMENT_ITEMS,
  }),
  listOutboundShipmentCorrections: ofOne(
    shipment('packing'),
    ['GET', `${SHIPMENT_PATH}/corrections`],
    { permission: 'outbound_shipments:read', list: correctionsOf('outbound_shipment') },
  ),
  updateOutboundShipment: ofOne(shipment('packing'), ['PATCH', SHIPMENT_PATH], {
    permission: 'outbound_shipments:update',
    body: { signatureRequired: true },
  }),
  inspectOutboundShipment: verb('inspect', 'packing'),
  submitOutboundShipment: verb('submit', 'inspecting'),
  getOutboundShipmentApproval: ofOne(
    shipment('pending_approval'),
    ['GET', `${SHIPMENT_PATH}/approval`],
    { permission: 'outbound_shipments:approve' },
  ),
  approveOutboundShipment: verb('approve', 'pending_approval', {
    permission: 'outbound_shipments:approve',
  }),
  returnOutboundShipmentToPacking: verb('return-to-packing', 'pending_approval'),
  shipOutboundShipment: verb('ship', 'approved', {
    body: { carrier: 'Brinks', trackingNumber: 'BX 1' },
  }),
  deliverOutboundShipment: verb('deliver', 'shipped'),
  holdOutboundShipment: verb('hold', 'approved', reason),
  releaseOutboundShipment: verb('release', 'on hold'),
  cancelOutboundShipment: verb('cancel', 'approved', reason),
  advanceOutboundShipment: {
    ...ofOne(shipment('packing'), ['POST', '/v1/sandbox/outbound-shipments/{id}/advance'], {
      permission: 'outbound_shipments:update',
    }),
    testOnly: true,
  },
}
