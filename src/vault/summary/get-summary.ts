import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { inOrganization } from '../../database/changes/organization-transaction.ts'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../domain/caller.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { countFigures, type Figures } from './get-summary.store.ts'
import { FIGURES, SUMMARY, type Summary } from './summary.ts'
import { waitingFor } from './waiting-for-caller.ts'

/** Statements of such a transaction see what was committed before the first of them. */
const ONE_MOMENT = 'isolation level repeatable read'

/**
 * The figures that the caller may see, all of the moment `asOf`.
 * @throws {Refusal} `temporarily_unavailable`, also where a count takes longer than a statement may
 */
export async function getSummary(
  caller: Caller,
  { database, cached }: { database: Database; cached: CachedFigures },
): Promise<Summary> {
  const { organizationId, permissions } = caller
  const figures = await cached.find(organizationId, () =>
    database.slow(caller, (sql) =>
      inOrganization(
        sql,
        organizationId,
        async (tx) => ({ end: 'commit', value: await countFigures(tx) }),
        ONE_MOMENT,
      ),
    ),
  )
  const counted = { figures, waiting: await waitingFor(caller, database, figures.waiting) }
  const members = Object.entries(FIGURES).map(([name, { permission, make }]) => {
    return [name, permissions.has(permission) ? make(counted) : null]
  })
  return { organizationId, asOf: figures.at.toISOString(), ...Object.fromEntries(members) }
}

/** At most 5 % of the time goes into the counts of one organization. */
const REST_FACTOR = 20
const CACHED_MIN_MS = 2_000

/**
 * The last count of each organization, in the memory of this process. Requests share the count that
 * is under way. A count is cached for 20 times as long as it took, at least 2 s, so the price of
 * large organizations is bounded; then it is forgotten.
 */
class CachedFigures {
  readonly #counts = new Map<string, Promise<Figures>>()

  /** @throws what the count throws, to all who share it; the next request counts again */
  async find(organizationId: string, count: () => Promise<Figures>): Promise<Figures> {
    const cached = this.#counts.get(organizationId)
    if (cached !== undefined) return await cached
    const began = performance.now()
    const counting = count()
    this.#counts.set(organizationId, counting)
    let cachedMs = 0
    try {
      const figures = await counting
      cachedMs = Math.max(CACHED_MIN_MS, REST_FACTOR * (performance.now() - began))
      return figures
    } finally {
      setTimeout(() => this.#counts.delete(organizationId), cachedMs).unref()
    }
  }
}

export function getSummaryRoute(app: FastifyInstance): void {
  const cached = new CachedFigures()
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
