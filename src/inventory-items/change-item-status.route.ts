import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { optionalReasonBody, reasonBody } from '../domain/fields.ts'
import { addChange } from '../http/change-operation.ts'
import { CHANGE_ITEM_STATUS } from './change-item-status.ts'
import {
  INVENTORY_ITEM,
  type InventoryItemRow,
  inventoryItemNotFound,
  toInventoryItem,
} from './inventory-item.ts'

const VERB = {
  notFound: inventoryItemNotFound,
  change: CHANGE_ITEM_STATUS,
  respond: (row: InventoryItemRow) => ({ body: { data: toInventoryItem(row) } }),
}

export function holdInventoryItemRoute(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'holdInventoryItem',
      tag: 'Inventory items',
      summary: 'Hold Inventory Item',
      description:
        'Puts an item that is `in_vault` on hold: until it is released nothing can claim or withdraw ' +
        'it. It stays in its account.',
      method: 'POST',
      path: '/v1/inventory-items/{id}/hold',
      permission: 'inventory_items:update',
      parameters: Type.Object({ id: INVENTORY_ITEM.properties.id }),
      body: reasonBody('Why the item is held.', 'Ownership disputed'),
      success: {
        status: 200,
        description: 'The item, `on_hold`.',
        body: Type.Object({ data: INVENTORY_ITEM }),
      },
      refusals: ['inventory_item_not_found', 'invalid_state_transition'],
    },
    {
      ...VERB,
      input: ({ parameters, body }) => ({
        inventoryItemId: parameters.id,
        verb: 'hold' as const,
        reason: body.reason ?? null,
      }),
    },
  )
}

export function releaseInventoryItemRoute(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'releaseInventoryItem',
      tag: 'Inventory items',
      summary: 'Release Inventory Item',
      description:
        'Ends the hold of an item: it is `in_vault` again, in the account that it was in.',
      method: 'POST',
      path: '/v1/inventory-items/{id}/release',
      permission: 'inventory_items:update',
      parameters: Type.Object({ id: INVENTORY_ITEM.properties.id }),
      body: optionalReasonBody('Why the hold ends.', 'Ownership settled'),
      bodyIsOptional: true,
      success: {
        status: 200,
        description: 'The item, `in_vault`.',
        body: Type.Object({ data: INVENTORY_ITEM }),
      },
      refusals: ['inventory_item_not_found', 'invalid_state_transition'],
    },
    {
      ...VERB,
      input: ({ parameters, body }) => ({
        inventoryItemId: parameters.id,
        verb: 'release' as const,
        reason: body.reason ?? null,
      }),
    },
  )
}

export function withdrawInventoryItemRoute(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'withdrawInventoryItem',
      tag: 'Inventory items',
      summary: 'Withdraw Inventory Item',
      description:
        'Takes an item that is `in_vault` off the books for good, other than by a shipment. An item ' +
        'on hold has to be released first. A withdrawn item stays readable, its history too.',
      method: 'POST',
      path: '/v1/inventory-items/{id}/withdraw',
      permission: 'inventory_items:update',
      parameters: Type.Object({ id: INVENTORY_ITEM.properties.id }),
      body: reasonBody('Why the item is withdrawn.', 'Collected by the owner'),
      success: {
        status: 200,
        description: 'The item, `withdrawn`.',
        body: Type.Object({ data: INVENTORY_ITEM }),
      },
      refusals: ['inventory_item_not_found', 'invalid_state_transition'],
    },
    {
      ...VERB,
      input: ({ parameters, body }) => ({
        inventoryItemId: parameters.id,
        verb: 'withdraw' as const,
        reason: body.reason ?? null,
      }),
    },
  )
}
