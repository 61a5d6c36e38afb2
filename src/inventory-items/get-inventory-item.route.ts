import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { getInventoryItem } from './get-inventory-item.store.ts'
import { INVENTORY_ITEM, inventoryItemNotFound, toInventoryItem } from './inventory-item.ts'

export function getInventoryItemRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getInventoryItem',
      description:
        'Reads one item: its account, its status, and the transfer or shipment that holds it.',
      method: 'GET',
      path: '/v1/inventory-items/{id}',
      permission: 'inventory_items:read',
      parameters: Type.Object({ id: INVENTORY_ITEM.properties.id }),
      success: recordResponse('The item.', INVENTORY_ITEM),
      expiresTransfersFirst: true,
      refusals: ['inventory_item_not_found'],
    },
    {
      notFound: inventoryItemNotFound,
      handle: async ({ caller, database, parameters }) => {
        const row = await getInventoryItem(caller, database, parameters.id)
        if (row === undefined) throw inventoryItemNotFound()
        return { data: toInventoryItem(row) }
      },
    },
  )
}
