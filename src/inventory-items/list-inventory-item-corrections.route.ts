import type { FastifyInstance } from 'fastify'
import { addCorrections } from '../corrections/list-corrections.ts'
import { INVENTORY_ITEM_BY_ID } from './inventory-item.ts'

export function listInventoryItemCorrectionsRoute(app: FastifyInstance): void {
  addCorrections(app, {
    operationId: 'listInventoryItemCorrections',
    path: '/v1/inventory-items/{id}/corrections',
    permission: 'inventory_items:read',
    ...INVENTORY_ITEM_BY_ID,
    subjectType: 'inventory_item',
    record: 'one item',
  })
}
