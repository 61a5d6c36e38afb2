import type { Permission } from '../../src/domain/permissions.ts'
import type { Action, Of } from './actions.ts'

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly permission: Permission | null
  readonly body?: unknown
}

export const PATHS = {
  account: '/v1/fbo-accounts',
  item: '/v1/inventory-items',
  transfer: '/v1/transfers',
  shipment: '/v1/outbound-shipments',
  revaluation: '/v1/revaluations',
} as const

/** The HTTP request of an action. */
export function toRequest(action: Action): WireRequest {
  return (REQUESTS[action.op] as (action: Action) => WireRequest)(action)
}

const SHIPMENT_UPDATE = 'outbound_shipments:update'
const POLICY = '/v1/organization-policy'

const sending =
  (method: WireRequest['method']) =>
  (path: string, permission: Permission | null = null, body?: unknown): WireRequest => {
    return { method, path, permission, body }
  }
// The caller may read everything.
const [get, post, patch] = [sending('GET'), sending('POST'), sending('PATCH')]

const REQUESTS: { readonly [Op in Action['op']]: (action: Of<Op>) => WireRequest } = {
  getPolicy: () => get(POLICY),
  getExposure: ({ id }) => get(`${PATHS.account}/${id}/insured-exposure`),
  get: ({ record, id }) => get(`${PATHS[record]}/${id}`),
  createAccount: ({ body }) => post(PATHS.account, 'fbo_accounts:create', body),
  updateAccount: ({ id, firstName }) => {
    return patch(`${PATHS.account}/${id}`, 'fbo_accounts:update', { firstName })
  },
  setMaximum: ({ op: _, id, ...body }) => {
    const path = `${PATHS.account}/${id}/set-insured-maximum`
    return post(path, 'fbo_accounts:set_insured_maximum', body)
  },
  makePrimary: ({ id, reason }) => {
    return post(`${PATHS.account}/${id}/make-primary`, 'fbo_accounts:update', { reason })
  },
  updateProfile: ({ id, changes }) => {
    return patch(`${PATHS.account}/${id}/profile`, 'fbo_accounts:update', changes)
  },
  takeIn: ({ alone, entries }) => {
    return post(PATHS.item, 'inventory_items:create', alone ? entries[0] : { items: entries })
  },
  updateItem: ({ op: _, id, ...body }) => {
    return patch(`${PATHS.item}/${id}`, 'inventory_items:update', body)
  },
  changeItem: ({ id, verb, reason }) => {
    const body = reason === undefined ? undefined : { reason }
    return post(`${PATHS.item}/${id}/${verb}`, 'inventory_items:update', body)
  },
  revalue: ({ values: items, reason }) => {
    return post(`${PATHS.item}/revalue`, 'inventory_items:revalue', { items, reason })
  },
  decideRevaluation: ({ id, verb, reason }) => {
    const permission = verb === 'cancel' ? 'inventory_items:revalue' : 'revaluations:approve'
    const body = verb === 'approve' ? undefined : { reason }
    return post(`${PATHS.revaluation}/${id}/${verb}`, permission, body)
  },
  createTransfer: ({ op: _, from, to, ...rest }) => {
    const body = { fromFboAccountId: from, toFboAccountId: to, ...rest }
    return post(PATHS.transfer, 'transfer_batches:create', body)
  },
  decideTransfer: ({ id, verb, reason }) => {
    const permission = verb === 'cancel' ? 'transfer_batches:cancel' : 'transfer_batches:approve'
    const body = verb === 'approve' ? undefined : { reason }
    return post(`${PATHS.transfer}/${id}/${verb}`, permission, body)
  },
  updateTransfer: ({ id, metadata }) => {
    return patch(`${PATHS.transfer}/${id}`, 'transfer_batches:create', { metadata })
  },
  createShipment: ({ account: fboAccountId, notes, directions, items: itemIds }) => {
    const items = itemIds.map((inventoryItemId) => ({ inventoryItemId }))
    const body = { fboAccountId, ...(notes === undefined ? {} : { notes }), items, ...directions }
    return post(PATHS.shipment, 'outbound_shipments:create', body)
  },
  moveShipment: ({ id, verb, reason, service }) => {
    const permission = verb === 'approve' ? 'outbound_shipments:approve' : SHIPMENT_UPDATE
    const carriage = { carrier: 'Brinks', trackingNumber: 'BX 4417' }
    const shipped = service === undefined ? carriage : { ...carriage, service }
    const body = verb === 'ship' ? shipped : reason === undefined ? undefined : { reason }
    return post(`${PATHS.shipment}/${id}/${verb}`, permission, body)
  },
  updateShipment: ({ id, changes }) => patch(`${PATHS.shipment}/${id}`, SHIPMENT_UPDATE, changes),
  updatePolicy: ({ changes }) => patch(POLICY, 'organization_policies:update', changes),
}
