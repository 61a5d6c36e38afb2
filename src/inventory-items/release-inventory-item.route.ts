import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { SettleClaims } from '../caller.ts'
import { addOperation } from '../http/operation.ts'
import { optionalReasonBody } from '../members.ts'
import { changeItemStatus } from './change-item-status.ts'
import { INVENTORY_ITEM, inventoryItemNotFound, toInventoryItem } from './inventory-item.ts'

export function releaseInventoryItem(app: FastifyInstance, settle: SettleClaims): void {
  addOperation(
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
      notFound: inventoryItemNotFound,
      handle: async ({ caller, database, parameters, body }) => {
        const { reason = null } = body
        const change = { inventoryItemId: parameters.id, verb: 'release', reason } as const
        const row = await changeItemStatus(caller, database, settle, change)
        return { data: toInventoryItem(row) }
      },
    },
  )
}
