import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import { decideChange } from '../../database/database.ts'
import type { OrganizationSql } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import type { RateLimits } from '../../http/request/rate-limits.ts'
import type { ForgetSession } from '../tokens/authenticate.ts'
import { ExpiringMap } from '../tokens/expiring-map.ts'
import { BEGIN_SESSION, type SignInProof } from './begin-session.ts'
import {
  END_SESSION,
  type FoundSession,
  findSession,
  findSessionToken,
  type SessionEnding,
  type SessionToken,
} from './session.ts'
import {
  clearCookieHeader,
  newSessionCookie,
  readSessionCookie,
  type SessionCookie,
  setCookieHeader,
  signedOutHeader,
} from './session-cookie.ts'

const USER_AGENT_LENGTH_MAX = 400

/** The sessions of browsers: begins and ends them, with the cookies of requests and responses. */
export class BrowserSessions {
  readonly #app: FastifyInstance
  readonly #forget: ForgetSession
  readonly #secrets: KnownSecrets

  constructor(app: FastifyInstance, forget: ForgetSession, secrets: KnownSecrets) {
    this.#app = app
    this.#forget = forget
    this.#secrets = secrets
  }

  /**
   * Begins a session of the browser that sent the request, and ends the one that it had. The reply
   * gets the cookie.
   * @param caller the token's own caller, or `operatorFor` the organization of a person
   * @param previous the session that the browser had, if not that of the request's cookie
   * @throws {Refusal}
   */
  async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    proof: SignInProof,
    previous = this.cookieOf(request),
  ): Promise<void> {
    const { database, basePath } = this.#app
    const cookie = newSessionCookie(caller.organizationId)
    const { secretSha256 } = cookie
    const { lifetimeMs, oldest } = await decideChange(caller, database, BEGIN_SESSION, {
      proof,
      secretSha256,
      userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH_MAX) || null,
      address: request.ip,
    })
    this.#secrets.know(secretSha256)
    for (const { id } of oldest) this.#forget(id)
    if (previous !== undefined && (await this.find(previous)) !== undefined) {
      await this.#endOf(previous, 'replaced')
    }
    reply.header('Set-Cookie', setCookieHeader(cookie, basePath, Math.floor(lifetimeMs / 1000)))
  }

  /** Ends the browser's session for all tabs, and takes its cookie away. */
  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const cookie = this.cookieOf(request)
    if (cookie !== undefined && (await this.#secrets.find(request, cookie, findSessionToken))) {
      await this.#endOf(cookie, 'signed_out')
    }
    const { basePath } = this.#app
    reply.header('Set-Cookie', clearCookieHeader(basePath))
    reply.header('Set-Cookie', signedOutHeader(basePath))
  }

  /** Ends another session of the same owner; nothing if there is none with that id. */
  async endOther(own: SessionToken, { organizationId }: SessionCookie, id: string) {
    // An act of the session that asks for it.
    const caller = { ...operatorFor(organizationId), tokenId: own.accessTokenId }
    await this.#end(caller, { session: { owner: own, id }, reason: 'ended' })
  }

  cookieOf({ headers }: FastifyRequest): SessionCookie | undefined {
    return readSessionCookie(headers.cookie, this.#app.basePath)
  }

  /** The session that a cookie was made for, ended or not; undefined if it was made up. */
  async find(cookie: SessionCookie): Promise<FoundSession | undefined> {
    const { stranger } = this.#app.database
    return await stranger(cookie, (sql) => findSession(runnerOf(cookie, sql), cookie.secretSha256))
  }

  async #endOf(cookie: SessionCookie, reason: 'replaced' | 'signed_out'): Promise<void> {
    const { organizationId, secretSha256 } = cookie
    await this.#end(operatorFor(organizationId), { session: { secretSha256 }, reason })
  }

  async #end(caller: Caller, ending: SessionEnding): Promise<void> {
    const { ended } = await decideChange(caller, this.#app.database, END_SESSION, ending)
    if (ended !== undefined) this.#forget(ended.id)
  }
}

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
