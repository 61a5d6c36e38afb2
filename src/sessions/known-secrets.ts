import type { FastifyRequest } from 'fastify'
import { ExpiringMap } from '../access-tokens/expiring-map.ts'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { RateLimits } from '../http/request/rate-limits.ts'
import { findSessionToken } from './session.store.ts'
import type { SessionCookie } from './session-cookie.ts'
import { findOfferedSignIn } from './sign-in.store.ts'

type Find = (tx: OrganizationTransaction, sha256: string) => Promise<object | undefined>

const FINDERS: Readonly<Record<'session' | 'code', Find>> = {
  session: findSessionToken,
  code: findOfferedSignIn,
}

/** Hashes that a process remembers; some 200 bytes each. */
const REMEMBERED_MAX = 10_000

/**
 * Tells the secrets of browsers from what strangers make up. A cookie or a code names its
 * organization, and only where it was found is anything of that organization's turn used for it.
 * Until then its look-up waits in the one line of all strangers.
 */
export class KnownSecrets {
  readonly #database: Pick<RequestDatabase, 'stranger'>
  readonly #limits: RateLimits
  /** By hash. */
  readonly #found = new ExpiringMap<{ readonly until: number }>(REMEMBERED_MAX)

  constructor(database: Pick<RequestDatabase, 'stranger'>, limits: RateLimits) {
    this.#database = database
    this.#limits = limits
  }

  /**
   * Whether somebody was given this secret; a wrong one is a failed authentication.
   * @throws {Refusal} `rate_limited`, before any look-up; `temporarily_unavailable`
   */
  async has(
    kind: keyof typeof FINDERS,
    request: FastifyRequest,
    secret: SessionCookie,
  ): Promise<boolean> {
    const { secretSha256 } = secret
    if (this.#found.get(secretSha256, 0) !== undefined) return true
    this.#limits.judgeStranger(request)
    const found = await this.#database.stranger(secret, (sql) =>
      FINDERS[kind](runnerOf(secret, sql), secretSha256),
    )
    if (found === undefined) this.#limits.countFailure(request)
    else this.#found.set(secretSha256, { until: Number.POSITIVE_INFINITY })
    return found !== undefined
  }

  /** Forgets a secret that has ended: who sends it again is a stranger. */
  forget({ secretSha256 }: SessionCookie): void {
    this.#found.set(secretSha256, { until: 0 })
  }
}
