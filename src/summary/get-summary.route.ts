import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addOperation } from '../http/operation.ts'
import { getSummary } from './get-summary.ts'
import { SUMMARY } from './summary.ts'

export function getSummaryRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getSummary',
      tag: 'Summary',
      summary: 'Get Summary',
      description:
        'Reads the figures of the organization in one request: items and shipments by status, ' +
        'transfers by day, what waits for a decision, and the accounts nearest to their insured ' +
        'maximum. Each member is null where the token lacks its permission. Everything that was ' +
        'committed before the request is counted.',
      method: 'GET',
      path: '/v1/summary',
      permission: null,
      success: {
        status: 200,
        description: 'The figures.',
        body: Type.Object({ data: SUMMARY }),
      },
      processesDueFirst: true,
      refusals: [],
    },
    {
      handle: async ({ caller }) => {
        const { summary } = await getSummary(caller, app.database)
        return { data: summary }
      },
    },
  )
}
