import type { FastifyInstance } from 'fastify'
import { etagOf } from '../domain/versions.ts'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { getRevaluation } from './get-revaluation.store.ts'
import { REVALUATION_BY_ID, REVALUATION_DETAILS, toRevaluationDetails } from './revaluation.ts'

export function getRevaluationRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getRevaluation',
      description:
        'Reads one revaluation: its items with both values, its status, and how it ended.',
      method: 'GET',
      path: '/v1/revaluations/{id}',
      permission: 'inventory_items:read',
      ...REVALUATION_BY_ID,
      success: recordResponse('The revaluation.', REVALUATION_DETAILS),
      versioned: true,
    },
    {
      handle: async ({ caller, database, parameters }, head) => {
        const row = await getRevaluation(caller, database, parameters.id)
        if (row === undefined) return undefined
        head.header('ETag', etagOf(row.version))
        return { data: toRevaluationDetails(row) }
      },
    },
  )
}
