import { listOperation } from '../../http/list-operation.ts'
import { INVENTORY_ITEM_BY_ID } from './inventory-item.ts'
import { INVENTORY_MOVEMENT, toInventoryMovement } from './inventory-movement.ts'
import { MOVEMENT_PAGES } from './list-inventory-movements.store.ts'

export const listInventoryMovementsRoute = listOperation({
  operationId: 'listInventoryMovements',
  description:
    'Lists every movement of one item, oldest first, page by page: when, who, what, from ' +
    'where and to where. The last movement shows the present state of the item.',
  path: '/v1/inventory-items/{id}/movements',
  permission: 'inventory_items:read',
  ...INVENTORY_ITEM_BY_ID,
  whatMayChange: 'Movements made in the meantime come at the end.',
  entry: INVENTORY_MOVEMENT,
  entries: 'movements',
  expiresTransfersFirst: true,
  pages: MOVEMENT_PAGES,
  toView: toInventoryMovement,
})
