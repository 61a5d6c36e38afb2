import type { FastifyRequest } from 'fastify'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import type { OrganizationSql } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { RateLimits } from '../../http/request/rate-limits.ts'
import { ExpiringMap } from '../tokens/expiring-map.ts'
import type { SessionCookie } from './session-cookie.ts'

/** Hashes that a process remembers; some 200 bytes each. */
const REMEMBERED_MAX = 10_000

/**
 * Looks up the secrets of browsers. A cookie or a code names its organization, and strangers make
 * some up: only one that was made or found here, and has not ended, has that organization's turn.
 * All others wait in the one line of strangers.
 */
export class KnownSecrets {
  readonly #database: RequestDatabase
  readonly #limits: RateLimits
  /** By hash. */
  readonly #known = new ExpiringMap<{ readonly until: number }>(REMEMBERED_MAX)

  constructor(database: RequestDatabase, limits: RateLimits) {
    this.#database = database
    this.#limits = limits
  }

  /**
   * Finds what the secret is of; undefined if nothing, which is a failed authentication.
   * @throws {Refusal} `rate_limited`, before any look-up; `temporarily_unavailable`
   */
  async find<Found extends object>(
    request: FastifyRequest,
    { organizationId, secretSha256 }: SessionCookie,
    find: (tx: OrganizationTransaction, sha256: string) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const isKnown = this.#known.get(secretSha256, 0) !== undefined
    if (!isKnown) this.#limits.judgeStranger(request)
    const from = { organizationId, address: request.ip }
    const look = (sql: OrganizationSql) => find(runnerOf(from, sql), secretSha256)
    const found = await (isKnown
      ? this.#database.run(from, look)
      : this.#database.stranger(from, look))
    // One that has ended is a stranger's from then on. Nothing is kept of one that was made up.
    if (isKnown !== (found !== undefined)) this.know(secretSha256, isKnown ? 0 : undefined)
    if (found === undefined) this.#limits.countFailure(request)
    return found
  }

  know(secretSha256: string, until = Number.POSITIVE_INFINITY): void {
    this.#known.set(secretSha256, { until })
  }
}
