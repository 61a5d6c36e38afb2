import { correctionsOperation } from '../corrections/list-corrections.ts'
import { INVENTORY_ITEM_BY_ID } from './inventory-item.ts'

export const listInventoryItemCorrectionsRoute = correctionsOperation({
  operationId: 'listInventoryItemCorrections',
  path: '/v1/inventory-items/{id}/corrections',
  permission: 'inventory_items:read',
  ...INVENTORY_ITEM_BY_ID,
  subjectType: 'inventory_item',
  record: 'one item',
})
