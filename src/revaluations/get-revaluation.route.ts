import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { readRecord } from '../http/read-record.ts'
import { getRevaluation } from './get-revaluation.store.ts'
import { APPROVED_REVALUATION, REVALUATION_BY_ID, toApprovedRevaluation } from './revaluation.ts'

export function getRevaluationRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getRevaluation',
      description:
        'Reads one revaluation: its items with both values, its status, who approved ' +
        'it, and how it ended.',
      method: 'GET',
      path: '/v1/revaluations/{id}',
      permission: 'inventory_items:read',
      ...REVALUATION_BY_ID,
      success: recordResponse('The revaluation.', APPROVED_REVALUATION),
      versioned: true,
    },
    { handle: readRecord(getRevaluation, toApprovedRevaluation) },
  )
}
