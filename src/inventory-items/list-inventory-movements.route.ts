import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { SettleClaims } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { PAGE_PARAMETERS, pageAnswer, pageOf, readPage } from '../pages.ts'
import { INVENTORY_ITEM, inventoryItemNotFound } from './inventory-item.ts'
import { INVENTORY_MOVEMENT, toInventoryMovement } from './inventory-movement.ts'
import { listInventoryMovements as findInventoryMovements } from './list-inventory-movements.store.ts'

export function listInventoryMovements(
  app: FastifyInstance,
  database: Database,
  settle: SettleClaims,
): void {
  addOperation(
    app,
    {
      operationId: 'listInventoryMovements',
      tag: 'Inventory items',
      summary: 'List Inventory Movements',
      description:
        'Lists everything that ever happened to one item, oldest first, page by page: when, who, ' +
        'what, from where and to where. The present state of the item is that of its last movement.',
      method: 'GET',
      path: '/v1/inventory-items/{id}/movements',
      permission: 'inventory_items:read',
      parameters: Type.Object({ id: INVENTORY_ITEM.properties.id }),
      query: Type.Object({ ...PAGE_PARAMETERS }, { additionalProperties: false }),
      success: {
        status: 200,
        description: 'One page of movements.',
        body: pageOf(INVENTORY_MOVEMENT),
      },
      refusals: ['invalid_parameter', 'invalid_request', 'inventory_item_not_found'],
    },
    {
      notFound: inventoryItemNotFound,
      handle: async ({ caller, parameters, query }) => {
        await settle(caller)
        const request = readPage(query)
        const found = await findInventoryMovements(caller, database, parameters.id, request)
        if (found === undefined) throw inventoryItemNotFound()
        return pageAnswer(found, request, toInventoryMovement)
      },
    },
  )
}
