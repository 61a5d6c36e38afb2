import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { SettleClaims } from '../caller.ts'
import { addOperation } from '../http/operation.ts'
import { reasonBody } from '../members.ts'
import { changeItemStatus } from './change-item-status.ts'
import { INVENTORY_ITEM, inventoryItemNotFound, toInventoryItem } from './inventory-item.ts'

export function withdrawInventoryItem(app: FastifyInstance, settle: SettleClaims): void {
  addOperation(
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
      notFound: inventoryItemNotFound,
      handle: async ({ caller, database, parameters, body }) => {
        const { reason } = body
        const change = { inventoryItemId: parameters.id, verb: 'withdraw', reason } as const
        const row = await changeItemStatus(caller, database, settle, change)
        return { data: toInventoryItem(row) }
      },
    },
  )
}
