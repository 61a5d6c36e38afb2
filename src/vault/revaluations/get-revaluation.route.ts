import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { getRevaluation } from './get-revaluation.store.ts'
import { APPROVED_REVALUATION, REVALUATION_BY_ID, toApprovedRevaluation } from './revaluation.ts'

export const getRevaluationRoute = operation({
  operationId: 'getRevaluation',
  description:
    'Reads one revaluation: its items with both values, its status, who approved ' +
    'it, and how it ended.',
  path: '/v1/revaluations/{id}',
  permission: 'inventory_items:read',
  ...REVALUATION_BY_ID,
  success: versionedResponse('The revaluation.', APPROVED_REVALUATION),
  handle: readRecord(getRevaluation, toApprovedRevaluation),
})
