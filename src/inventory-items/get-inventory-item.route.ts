import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { getInventoryItem } from './get-inventory-item.store.ts'
import { INVENTORY_ITEM, INVENTORY_ITEM_BY_ID, toInventoryItem } from './inventory-item.ts'

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
      ...INVENTORY_ITEM_BY_ID,
      success: recordResponse('The item.', INVENTORY_ITEM),
      expiresTransfersFirst: true,
    },
    {
      handle: async ({ caller, database, parameters }) => {
        const row = await getInventoryItem(caller, database, parameters.id)
        return row && { data: toInventoryItem(row) }
      },
    },
  )
}
