import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { SettleClaims } from '../caller.ts'
import { addOperation } from '../http/operation.ts'
import { reasonBody } from '../members.ts'
import { changeItemStatus } from './change-item-status.ts'
import { INVENTORY_ITEM, inventoryItemNotFound, toInventoryItem } from './inventory-item.ts'

export function holdInventoryItem(app: FastifyInstance, settle: SettleClaims): void {
  addOperation(
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
      notFound: inventoryItemNotFound,
      handle: async ({ caller, database, parameters, body }) => {
        const { reason } = body
        const change = { inventoryItemId: parameters.id, verb: 'hold', reason } as const
        const row = await changeItemStatus(caller, database, settle, change)
        return { data: toInventoryItem(row) }
      },
    },
  )
}
