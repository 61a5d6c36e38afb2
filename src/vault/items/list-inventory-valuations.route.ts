import { listOperation } from '../../http/list-operation.ts'
import { INVENTORY_ITEM_BY_ID } from './inventory-item.ts'
import { INVENTORY_VALUATION, toInventoryValuation } from './inventory-valuation.ts'
import { VALUATION_PAGES } from './list-inventory-valuations.store.ts'

export const listInventoryValuationsRoute = listOperation({
  operationId: 'listInventoryValuations',
  description:
    'Lists every change of the declared value of one item, oldest first, page by page: when, ' +
    'who, from, to and why. It is empty while the item has the value of its intake.',
  path: '/v1/inventory-items/{id}/valuations',
  permission: 'inventory_items:read',
  ...INVENTORY_ITEM_BY_ID,
  whatMayChange: 'Valuations made in the meantime come at the end.',
  entry: INVENTORY_VALUATION,
  entries: 'valuations',
  pages: VALUATION_PAGES,
  toView: toInventoryValuation,
})
