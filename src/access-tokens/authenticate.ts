import { hash } from 'node:crypto'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { type AddressBlock, isInBlocks, readBlocks } from '../domain/ip-ranges.ts'
import { TOKEN_REMEMBERED_MS } from '../domain/limits.ts'
import { findLiveToken, findTokenOrganization, type LiveToken } from './authenticate.store.ts'
import { ExpiringMap } from './expiring-map.ts'
import { noteTokenUse } from './note-token-use.store.ts'
import { isToken } from './token-secret.ts'

/** Tokens that a process remembers; some 500 bytes each. */
const REMEMBERED_MAX = 10_000

/** How often it is written down that a token is in use: what is told of it is no more exact. */
const NOTED_EVERY_MS = 60_000

/** To be called when a token's end is committed: what was seen of it before no longer counts. */
export type ForgetToken = (tokenId: string) => void

/** A token that was found live. */
export interface Session {
  readonly caller: Caller
  readonly lineId: string
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly sha256: string
  /** When its look-up began, by `performance.now()`. */
  readonly beganAt: number
  /** Until when it counts as live without another look. */
  readonly until: number
  /** Where it may be used from; undefined where from anywhere. */
  readonly blocks: readonly AddressBlock[] | undefined
}

/**
 * Finds the caller that a token stands for. One that was found live is remembered for a second
 * from when the look-up began, and never past its expiry: so long can a revoked token still be let
 * in on other replicas. The process that revokes it forgets it at once.
 *
 * Remembered by its hash: no secret is kept. Unknown tokens are not remembered. What is found by a
 * hash needs no comparison in constant time: how far a guess agreed tells nothing about 256 bits.
 */
export class TokenAuthenticator {
  readonly #database: RequestDatabase
  readonly #sessions: ExpiringMap<Session>
  readonly #noted: ExpiringMap<{ readonly until: number }>
  /** By hash; also of tokens that ended, for it never changes. */
  readonly #organizations: ExpiringMap<{ readonly until: number; readonly id: string }>
  /** Look-ups under way, by hash. */
  readonly #lookUps = new Map<string, Promise<Session | null>>()
  #forgotAt = -1

  constructor(database: RequestDatabase, rememberedMax = REMEMBERED_MAX) {
    this.#database = database
    this.#sessions = new ExpiringMap(rememberedMax)
    this.#noted = new ExpiringMap(rememberedMax)
    this.#organizations = new ExpiringMap(rememberedMax)
  }

  /**
   * Null where the token is malformed, unknown, expired, revoked or used from an address that is
   * not one of its own. A remembered one is judged at once, without a promise.
   */
  authenticate(token: string, address: string): Session | null | Promise<Session | null> {
    const sha256 = hash('sha256', token, 'hex')
    const session = this.#sessions.get(sha256, performance.now())
    if (session !== undefined) return isAllowedFrom(address, session) ? session : null
    return isToken(token) ? this.#lookUpFor(sha256, address) : null
  }

  /** Whether a token that was let in is live, by a look that began at most a second ago. */
  async isStillLive({ sha256 }: Session): Promise<boolean> {
    const now = performance.now()
    let session: Session | null | undefined = this.#sessions.get(sha256, now)
    // A look-up that was under way for others may have begun too long ago: then a second one.
    while (session === undefined || (session !== null && session.until < now)) {
      session = await this.#lookUp(sha256)
      if (session !== null) this.#remember(session)
    }
    return session !== null
  }

  readonly forget: ForgetToken = (tokenId) => {
    // Nor is what was seen by look-ups that are under way.
    this.#forgotAt = performance.now()
    this.#lookUps.clear()
    this.#sessions.deleteWhere(({ caller }) => caller.tokenId === tokenId)
  }

  async #lookUpFor(sha256: string, address: string): Promise<Session | null> {
    const session = await this.#lookUp(sha256)
    if (session === null || !isAllowedFrom(address, session)) return null
    this.#remember(session)
    this.#note(session.caller)
    return session
  }

  #remember(session: Session): void {
    if (session.beganAt > this.#forgotAt) this.#sessions.set(session.sha256, session)
  }

  /** One for all who wait for the same token. */
  #lookUp(sha256: string): Promise<Session | null> {
    const underWay = this.#lookUps.get(sha256)
    if (underWay !== undefined) return underWay
    const lookUp = this.#lookUpNow(sha256).finally(() => {
      if (this.#lookUps.get(sha256) === lookUp) this.#lookUps.delete(sha256)
    })
    this.#lookUps.set(sha256, lookUp)
    return lookUp
  }

  async #lookUpNow(sha256: string): Promise<Session | null> {
    const beganAt = performance.now()
    const organizationId = await this.#organizationOf(sha256)
    if (organizationId === undefined) return null
    const token = await findLiveToken(this.#database, organizationId, sha256)
    return token === undefined ? null : sessionOf(token, sha256, beganAt)
  }

  async #organizationOf(sha256: string): Promise<string | undefined> {
    const known = this.#organizations.get(sha256, 0)
    if (known !== undefined) return known.id
    const id = await findTokenOrganization(this.#database, sha256)
    if (id !== undefined) this.#organizations.set(sha256, { until: Number.POSITIVE_INFINITY, id })
    return id
  }

  /** Beside the request, which does not depend on it: where it fails, a later use tries again. */
  #note(caller: Caller): void {
    const tokenId = caller.tokenId as string
    const now = performance.now()
    if (this.#noted.get(tokenId, now) !== undefined) return
    this.#noted.set(tokenId, { until: now + NOTED_EVERY_MS })
    noteTokenUse(caller, this.#database).catch(() => undefined)
  }
}

function sessionOf(token: LiveToken, sha256: string, beganAt: number): Session {
  const { organizationId, id, lineId, permissions, allowedAddresses, remainingMs } = token
  return {
    caller: {
      organizationId,
      tokenId: id,
      permissions: new Set(permissions),
      ...(allowedAddresses !== null && { allowedAddresses }),
    },
    lineId,
    sha256,
    beganAt,
    until: beganAt + Math.min(TOKEN_REMEMBERED_MS, remainingMs),
    blocks: allowedAddresses === null ? undefined : readBlocks(allowedAddresses),
  }
}

function isAllowedFrom(address: string, { blocks }: Session): boolean {
  return blocks === undefined || isInBlocks(address, blocks)
}
