import type { FastifyInstance } from 'fastify'
import { etagOf } from '../domain/versions.ts'
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
        'Reads one item: its account, its status, the transfer or shipment that holds it, its ' +
        'identifiers and evidence.',
      method: 'GET',
      path: '/v1/inventory-items/{id}',
      permission: 'inventory_items:read',
      ...INVENTORY_ITEM_BY_ID,
      success: recordResponse('The item.', INVENTORY_ITEM),
      versioned: true,
      expiresTransfersFirst: true,
    },
    {
      handle: async ({ caller, database, parameters }, head) => {
        const row = await getInventoryItem(caller, database, parameters.id)
        if (row === undefined) return undefined
        head.header('ETag', etagOf(row.version))
        return { data: toInventoryItem(row) }
      },
    },
  )
}
