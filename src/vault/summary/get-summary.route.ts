import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { CachedFigures } from './cached-figures.ts'
import type { Figures } from './get-summary.store.ts'
import { getSummary } from './get-summary.ts'
import { SUMMARY } from './summary.ts'

export function getSummaryRoute(app: FastifyInstance): void {
  const cached = new CachedFigures<Figures>()
  operation({
    operationId: 'getSummary',
    description:
      'Reads the figures of the organization in one request: items and shipments by status, ' +
      'transfers by day, what waits for a decision or is on hold, the value in the vault, and the ' +
      'accounts nearest to their insured maximum. Each member is null where the token lacks its permission.\n\n' +
      'The figures are those of one moment, `asOf`, and at most as old as 20 times what their count ' +
      'took, or two seconds if that is longer: with a million items, some 20 seconds.\n\n' +
      'The `ETag` is another one as soon as a figure is; `asOf` alone does not change it. To follow ' +
      'the figures, send it as `If-None-Match`.',
    path: '/v1/summary',
    permission: null,
    success: versionedResponse('The figures.', SUMMARY),
    expiresTransfersFirst: true,
    handle: async ({ caller }, head) => {
      const summary = await getSummary(caller, { database: app.database, cached })
      const { asOf: _, ...figures } = summary
      const digest = hash('sha256', JSON.stringify(figures)).slice(0, 32)
      head.header('ETag', `W/"${digest}"`)
      return { data: summary }
    },
  })(app)
}
