import { CREATED_PARAMETERS, oneOrMoreOf } from '../../domain/pagination.ts'
import { listOperation } from '../../http/list-operation.ts'
import { REVALUATION_PAGES } from './list-revaluations.store.ts'
import { REVALUATION, REVALUATION_STATUSES, toRevaluation } from './revaluation.ts'

export const listRevaluationsRoute = listOperation({
  operationId: 'listRevaluations',
  description:
    'Lists revaluations that needed a second person, newest first, page by page, without their ' +
    'items.',
  path: '/v1/revaluations',
  permission: 'inventory_items:read',
  filters: {
    status: oneOrMoreOf(REVALUATION_STATUSES, 'Only revaluations with this status.'),
    ...CREATED_PARAMETERS,
  },
  whatMayChange:
    'With `status`, a revaluation that is decided in the meantime may or may not be returned.',
  entry: REVALUATION,
  entries: 'revaluations',
  pages: REVALUATION_PAGES,
  toView: toRevaluation,
})
