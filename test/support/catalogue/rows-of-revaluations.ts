import { REVALUATIONS, VALUATIONS } from './lists.ts'
import { type IdPlace, item, listOf, ofOne, type Rows } from './row.ts'

const ITEM_PATH = '/v1/inventory-items/{id}'
const REVALUED = 'body /items/*/inventoryItemId'
const REVALUATION: IdPlace = {
  names: 'revaluation',
  make: (world, owner) => world.revaluation(owner),
}
const REVALUATION_PATH = '/v1/revaluations/{id}'

/** Values of items, and revaluations that wait for a second person. */
export const ROWS_OF_REVALUATIONS: Rows = {
  revalueInventoryItem: ofOne(item(), ['POST', `${ITEM_PATH}/revalue`], {
    permission: 'inventory_items:revalue',
    body: { declaredValueCents: '125000', reason: 'New appraisal' },
  }),
  revalueInventoryItems: {
    permission: 'inventory_items:revalue',
    success: 200,
    ids: { [REVALUED]: { ...item(), isFound: true } },
    request: (id) => ({
      method: 'POST',
      path: '/v1/inventory-items/revalue',
      body: {
        items: [{ inventoryItemId: id(REVALUED), declaredValueCents: '125000' }],
        reason: 'New appraisal',
      },
    }),
  },
  listInventoryValuations: ofOne(item(), ['GET', `${ITEM_PATH}/valuations`], {
    permission: 'inventory_items:read',
    list: VALUATIONS,
  }),
  listRevaluations: listOf('/v1/revaluations', 'inventory_items:read', { list: REVALUATIONS }),
  getRevaluation: ofOne(REVALUATION, ['GET', REVALUATION_PATH], {
    permission: 'inventory_items:read',
  }),
  getRevaluationApproval: ofOne(REVALUATION, ['GET', `${REVALUATION_PATH}/approval`], {
    permission: 'revaluations:approve',
  }),
  approveRevaluation: ofOne(REVALUATION, ['POST', `${REVALUATION_PATH}/approve`], {
    permission: 'revaluations:approve',
  }),
  rejectRevaluation: ofOne(REVALUATION, ['POST', `${REVALUATION_PATH}/reject`], {
    permission: 'revaluations:approve',
    body: { reason: 'No' },
  }),
  cancelRevaluation: ofOne(REVALUATION, ['POST', `${REVALUATION_PATH}/cancel`], {
    permission: 'inventory_items:revalue',
    body: { reason: 'No' },
  }),
}
