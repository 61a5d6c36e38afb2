import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { readRecord } from '../http/read-record.ts'
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
    { handle: readRecord(getInventoryItem, toInventoryItem) },
  )
}
