import type { Identifier } from '../../src/domain/identifiers.ts'
import type { MetadataPatch } from '../../src/domain/metadata.ts'
import { type AccountAction, toAccountRequest } from './account-actions.ts'
import type { ShipmentChanges } from './directions.ts'
import type { ModelPolicy } from './model-state.ts'
import { type TransferAction, type TransferVerb, toTransferRequest } from './transfer-actions.ts'
import { get, patch, post, type WireRequest } from './wire-request.ts'

export type ItemVerb = 'hold' | 'release' | 'withdraw'
export type ShipmentVerb =
  | 'inspect'
  | 'submit'
  | 'approve'
  | 'return-to-packing'
  | 'ship'
  | 'deliver'
  | 'hold'
  | 'release'
  | 'cancel'

/** An item as it is sent in. */
export interface IntakeEntry {
  readonly fboAccountId: string
  readonly description?: string
  readonly declaredValueCents?: string
  readonly identifiers?: readonly Identifier[]
}

/** An item with the value that it is to have. */
export interface NewValue {
  readonly inventoryItemId: string
  readonly declaredValueCents: string
}

export interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly filters: Readonly<Record<string, string>>
}

export type ListName = 'accounts' | 'items' | 'transfers' | 'shipments'
export type RecordName = 'account' | 'item' | 'transfer' | 'shipment' | 'revaluation'
export type PartsName = 'movements' | 'valuations' | 'transferItems' | 'shipmentItems' | 'holdings'

export type Action =
  | AccountAction
  | { readonly op: 'createAccount'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly op: 'updateAccount'; readonly id: string; readonly firstName: string | null }
  | { readonly op: 'takeIn'; readonly entries: readonly IntakeEntry[]; readonly alone: boolean }
  | {
      readonly op: 'updateItem'
      readonly id: string
      readonly identifiers: readonly Identifier[]
      readonly metadata: MetadataPatch
    }
  | {
      readonly op: 'changeItem'
      readonly id: string
      readonly verb: ItemVerb
      readonly reason?: string
    }
  | TransferAction
  | {
      readonly op: 'createShipment'
      readonly account: string
      readonly directions: ShipmentChanges
      readonly notes?: string
      readonly items: readonly string[]
    }
  | {
      readonly op: 'moveShipment'
      readonly id: string
      readonly verb: ShipmentVerb
      readonly reason?: string
      readonly service?: string
    }
  | {
      readonly op: 'revalue'
      readonly values: readonly NewValue[]
      readonly alone: boolean
      readonly reason: string
    }
  | {
      readonly op: 'decideRevaluation'
      readonly id: string
      readonly verb: TransferVerb
      readonly reason: string
    }
  | { readonly op: 'updateShipment'; readonly id: string; readonly changes: ShipmentChanges }
  | { readonly op: 'updatePolicy'; readonly changes: Partial<ModelPolicy> }
  | { readonly op: 'getPolicy' }
  | { readonly op: 'getSummary' }
  | { readonly op: 'getExposure'; readonly id: string }
  | { readonly op: 'get'; readonly record: RecordName; readonly id: string }
  | {
      readonly op: 'listParts'
      readonly parts: PartsName
      readonly id: string
      readonly query: ListQuery
    }
  | { readonly op: 'list'; readonly list: ListName; readonly query: ListQuery }

export const PATHS = {
  account: '/v1/fbo-accounts',
  item: '/v1/inventory-items',
  transfer: '/v1/transfers',
  shipment: '/v1/outbound-shipments',
  revaluation: '/v1/revaluations',
} as const

const READ_PERMISSIONS = {
  account: 'fbo_accounts:read',
  item: 'inventory_items:read',
  transfer: 'transfer_batches:read',
  shipment: 'outbound_shipments:read',
  revaluation: 'inventory_items:read',
} as const

const SHIPMENT_UPDATE = 'outbound_shipments:update'
const LISTS = {
  accounts: 'account',
  items: 'item',
  transfers: 'transfer',
  shipments: 'shipment',
} as const
const PARTS = {
  movements: ['item', 'movements', 'inventory_items:read'],
  valuations: ['item', 'valuations', 'inventory_items:read'],
  transferItems: ['transfer', 'items', 'transfer_batches:read'],
  shipmentItems: ['shipment', 'items', 'outbound_shipments:read'],
  holdings: ['account', 'holdings', 'inventory_items:read'],
} as const

/** The HTTP request of an action. */
export function toRequest(action: Action): WireRequest {
  switch (action.op) {
    case 'getPolicy':
      return get('/v1/organization-policy', 'organization_policies:read')
    case 'getSummary':
      return get('/v1/summary', null)
    case 'getExposure':
      return get(`${PATHS.account}/${action.id}/insured-exposure`, 'fbo_accounts:read')
    case 'get':
      return get(`${PATHS[action.record]}/${action.id}`, READ_PERMISSIONS[action.record])
    case 'listParts': {
      const [record, parts, permission] = PARTS[action.parts]
      return get(`${PATHS[record]}/${action.id}/${parts}?${queryOf(action.query)}`, permission)
    }
    case 'list': {
      const record = LISTS[action.list]
      return get(`${PATHS[record]}?${queryOf(action.query)}`, READ_PERMISSIONS[record])
    }
    default:
      return toChange(action)
  }
}

function toChange(
  action: Exclude<Action, { op: `get${string}` | 'listParts' | 'list' }>,
): WireRequest {
  switch (action.op) {
    case 'createAccount':
      return post(PATHS.account, 'fbo_accounts:create', action.body)
    case 'updateAccount': {
      const { id, firstName } = action
      return patch(`${PATHS.account}/${id}`, 'fbo_accounts:update', { firstName })
    }
    case 'setMaximum':
    case 'makePrimary':
    case 'updateProfile':
      return toAccountRequest(action)
    case 'updateItem': {
      const { id, identifiers, metadata } = action
      return patch(`${PATHS.item}/${id}`, 'inventory_items:update', { identifiers, metadata })
    }
    case 'takeIn': {
      const body = action.alone ? action.entries[0] : { items: action.entries }
      return post(PATHS.item, 'inventory_items:create', body)
    }
    case 'changeItem': {
      const body = action.reason === undefined ? undefined : { reason: action.reason }
      return post(`${PATHS.item}/${action.id}/${action.verb}`, 'inventory_items:update', body)
    }
    case 'createTransfer':
    case 'decideTransfer':
    case 'updateTransfer':
      return toTransferRequest(action)
    case 'createShipment': {
      const { account: fboAccountId, notes, directions } = action
      const items = action.items.map((inventoryItemId) => ({ inventoryItemId }))
      const body = { fboAccountId, ...(notes === undefined ? {} : { notes }), items, ...directions }
      return post(PATHS.shipment, 'outbound_shipments:create', body)
    }
    case 'moveShipment': {
      const { id, verb } = action
      const permission = verb === 'approve' ? 'outbound_shipments:approve' : SHIPMENT_UPDATE
      return post(`${PATHS.shipment}/${id}/${verb}`, permission, moveBody(action))
    }
    case 'revalue': {
      const { values, alone, reason } = action
      const { inventoryItemId, ...value } = values[0] as NewValue
      return alone
        ? post(`${PATHS.item}/${inventoryItemId}/revalue`, 'inventory_items:revalue', {
            ...value,
            reason,
          })
        : post(`${PATHS.item}/revalue`, 'inventory_items:revalue', { items: values, reason })
    }
    case 'decideRevaluation': {
      const { id, verb, reason } = action
      const permission = verb === 'cancel' ? 'inventory_items:revalue' : 'revaluations:approve'
      const body = verb === 'approve' ? undefined : { reason }
      return post(`${PATHS.revaluation}/${id}/${verb}`, permission, body)
    }
    case 'updateShipment':
      return patch(`${PATHS.shipment}/${action.id}`, SHIPMENT_UPDATE, action.changes)
    case 'updatePolicy':
      return patch('/v1/organization-policy', 'organization_policies:update', action.changes)
  }
}

function moveBody({ verb, reason, service }: Extract<Action, { op: 'moveShipment' }>): unknown {
  if (verb !== 'ship') return reason === undefined ? undefined : { reason }
  const carriage = { carrier: 'Brinks', trackingNumber: 'BX 4417' }
  return service === undefined ? carriage : { ...carriage, service }
}

function queryOf({ page, limit, filters }: ListQuery): URLSearchParams {
  return new URLSearchParams({ page: `${page}`, limit: `${limit}`, ...filters })
}
