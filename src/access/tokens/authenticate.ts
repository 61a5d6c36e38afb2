import { hash } from 'node:crypto'
import type { RequestDatabase } from '../../database/request-database.ts'
import {
  type AuthenticatedToken,
  type Caller,
  modeOf,
  type OrganizationMode,
} from '../../domain/caller.ts'
import { type AddressBlock, isInBlocks, readBlocks } from '../../domain/ip-ranges.ts'
import { TOKEN_REMEMBERED_MS } from '../../domain/limits.ts'
import {
  findLiveToken,
  findOrganizationOfToken,
  findTokenOfBearer,
  findTokenOfStranger,
  type LiveToken,
  noteTokenUse,
} from './authenticate.store.ts'
import { ExpiringMap } from './expiring-map.ts'
import { permissionsOf } from './token-powers.ts'
import { isToken, modeOfToken, organizationOfBearer } from './token-secret.ts'

/** Tokens that a process remembers; some 500 bytes each. */
const REMEMBERED_MAX = 10_000

/** Ends that a process keeps for look-ups under way; more than there can be at once. */
const FORGOTTEN_MAX = 10_000

/** A process records that a token is in use this often; `lastUsedAt` is that exact. */
const NOTED_EVERY_MS = 60_000

/** Call it when a token's end is committed: results of earlier look-ups no longer count. */
export type ForgetToken = (tokenId: string) => void

/** Call it when a session's end is committed. */
export type ForgetSession = (sessionId: string) => void

export interface TokenSession extends AuthenticatedToken {
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly sha256: string
  /** Zero once the process ended it: requests under way look it up again. */
  until: number
  /** When its look-up began, on the clock of `performance.now()`. */
  readonly beganAt: number
  /** The addresses that it may be used from; undefined if any. */
  readonly blocks: readonly AddressBlock[] | undefined
  /** Whether it was sent as the bearer of a browser's session. */
  readonly isBearer: boolean
}

/** A text that can be a token or a bearer, by its hash. */
interface Credential {
  readonly sha256: string
  /** The organization that a bearer names; undefined of a token. */
  readonly bearerOf: string | undefined
  /** The mode that its form is of: it opens no organization of the other one. */
  readonly mode: OrganizationMode
  /** The address that it came from; undefined where it was found before. */
  readonly address?: string
}

/**
 * Finds the caller of a token. It remembers a live token for a second from the start of the
 * look-up, and never past its expiry. So other replicas accept a revoked token for a second at
 * most; the process that revokes a token forgets it at once.
 *
 * The key is the token's hash: no secret stays in memory. Unknown tokens are not remembered. A
 * look-up by hash needs no comparison in constant time, because its timing reveals nothing about
 * the 256 random bits of a token.
 */
export class TokenAuthenticator {
  readonly #database: RequestDatabase
  readonly #sessions: ExpiringMap<TokenSession>
  readonly #noted: ExpiringMap<{ readonly until: number }>
  /** By hash, of tokens and bearers; of ended ones too, because it never changes. */
  readonly #organizations: ExpiringMap<{ readonly until: number; readonly id: string }>
  /** Look-ups under way, by hash. */
  readonly #lookUps = new Map<string, Promise<TokenSession | null>>()
  /** When tokens and sessions were forgotten, by their ids. */
  readonly #forgotten: ExpiringMap<{ readonly until: number; readonly at: number }>

  constructor(database: RequestDatabase, rememberedMax = REMEMBERED_MAX) {
    this.#database = database
    this.#sessions = new ExpiringMap(rememberedMax)
    this.#noted = new ExpiringMap(rememberedMax)
    this.#organizations = new ExpiringMap(rememberedMax)
    this.#forgotten = new ExpiringMap(FORGOTTEN_MAX)
  }

  /**
   * Null if the token is malformed, unknown, expired, revoked or not allowed from this address. A
   * remembered token needs no promise.
   */
  authenticate(token: string, address: string): TokenSession | null | Promise<TokenSession | null> {
    const sha256 = hash('sha256', token, 'hex')
    const session = this.#sessions.get(sha256, performance.now())
    if (session !== undefined) return isAllowedFrom(address, session) ? session : null
    const bearerOf = organizationOfBearer(token)
    if (bearerOf === undefined && !isToken(token)) return null
    return this.#lookUpFor({ sha256, bearerOf, mode: modeOfToken(token), address }, address)
  }

  /** The token by a look-up that began at most a second ago; null if it is no longer live. */
  async lookAgain({ sha256, isBearer, caller }: TokenSession): Promise<TokenSession | null> {
    const bearerOf = isBearer ? caller.organizationId : undefined
    const credential = { sha256, bearerOf, mode: modeOf(caller) }
    const now = performance.now()
    let session: TokenSession | null | undefined = this.#sessions.get(sha256, now)
    // A look-up that other requests started may have begun too long ago: then a second one runs. It
    // counts, also where tokens end all the time: this would never come to an end.
    const isOld = (one: TokenSession) => one.until < now && one.beganAt < now
    while (session === undefined || (session !== null && isOld(session))) {
      session = await this.#lookUp(credential)
      if (session !== null) this.#remember(session)
    }
    return session
  }

  readonly forget: ForgetToken = (tokenId) =>
    this.#forgetWhere(tokenId, ({ caller }) => caller.tokenId === tokenId)

  readonly forgetSession: ForgetSession = (sessionId) =>
    this.#forgetWhere(sessionId, ({ caller }) => caller.sessionId === sessionId)

  #forgetWhere(id: string, matches: (session: TokenSession) => boolean): void {
    // Look-ups under way may have seen the token before its end: they do not count either.
    this.#forgotten.set(id, { at: performance.now(), until: Number.POSITIVE_INFINITY })
    this.#lookUps.clear()
    this.#sessions.expireWhere(matches)
  }

  async #lookUpFor(credential: Credential, address: string): Promise<TokenSession | null> {
    const session = await this.#lookUp(credential)
    if (session === null || !isAllowedFrom(address, session)) return null
    this.#remember(session)
    this.#note(session.caller)
    return session
  }

  #remember(session: TokenSession): void {
    const { tokenId, sessionId } = session.caller
    const isOf = (id: string) => (this.#forgotten.get(id, 0)?.at ?? -1) >= session.beganAt
    if ([tokenId, sessionId].some((id) => id != null && isOf(id))) session.until = 0
    else this.#sessions.set(session.sha256, session)
  }

  /** Requests with the same token share one look-up. */
  #lookUp(credential: Credential): Promise<TokenSession | null> {
    const { sha256 } = credential
    const underWay = this.#lookUps.get(sha256)
    if (underWay !== undefined) return underWay
    const lookUp = this.#lookUpNow(credential).finally(() => {
      if (this.#lookUps.get(sha256) === lookUp) this.#lookUps.delete(sha256)
    })
    this.#lookUps.set(sha256, lookUp)
    return lookUp
  }

  async #lookUpNow(credential: Credential): Promise<TokenSession | null> {
    const beganAt = performance.now()
    const { sha256, mode } = credential
    const token = await this.#findToken(credential)
    return token?.mode === mode ? sessionOf(token, sha256, beganAt) : null
  }

  async #findToken({ sha256, bearerOf, address }: Credential): Promise<LiveToken | undefined> {
    if (bearerOf !== undefined) return await this.#findBearer(bearerOf, sha256, address)
    const organizationId = await this.#organizationOf(sha256)
    if (organizationId === undefined) return undefined
    return await findLiveToken({ organizationId }, this.#database, sha256)
  }

  /** A bearer names its organization: until it was found once, anybody may have made it up. */
  async #findBearer(
    organizationId: string,
    sha256: string,
    address: string | undefined,
  ): Promise<LiveToken | undefined> {
    const isKnown = this.#organizations.get(sha256, 0) !== undefined
    const from = { organizationId, address }
    const find = isKnown ? findTokenOfBearer : findTokenOfStranger
    const token = await find(from, this.#database, sha256)
    if (token !== undefined) this.#know(sha256, organizationId)
    return token
  }

  /** A bearer that this process made: no stranger made it up. */
  know(bearer: string, organizationId: string): void {
    this.#know(hash('sha256', bearer, 'hex'), organizationId)
  }

  #know(sha256: string, id: string): void {
    this.#organizations.set(sha256, { until: Number.POSITIVE_INFINITY, id })
  }

  async #organizationOf(sha256: string): Promise<string | undefined> {
    const known = this.#organizations.get(sha256, 0)
    if (known !== undefined) return known.id
    const id = await findOrganizationOfToken(this.#database, sha256)
    if (id !== undefined) this.#know(sha256, id)
    return id
  }

  /** Runs independently of the request: if it fails, a later use tries again. */
  #note(caller: Caller): void {
    const tokenId = caller.tokenId as string
    const now = performance.now()
    if (this.#noted.get(tokenId, now) !== undefined) return
    this.#noted.set(tokenId, { until: now + NOTED_EVERY_MS })
    noteTokenUse(caller, this.#database).catch(() => undefined)
  }
}

function sessionOf(token: LiveToken, sha256: string, beganAt: number): TokenSession {
  const { organizationId, id, familyId, allowedAddresses, remainingMs } = token
  const { mode, personId, signedInAt, sessionId } = token
  return {
    caller: {
      organizationId,
      tokenId: id,
      permissions: new Set(permissionsOf(token)),
      ...(mode === 'test' && { isTest: true }),
      ...(personId !== null && { personId }),
      ...(signedInAt !== null && { signedInAt }),
      ...(allowedAddresses !== null && { allowedAddresses }),
      ...(sessionId !== null && { sessionId }),
    },
    familyId,
    sha256,
    beganAt,
    until: beganAt + Math.min(TOKEN_REMEMBERED_MS, remainingMs),
    blocks: allowedAddresses === null ? undefined : readBlocks(allowedAddresses),
    isBearer: sessionId !== null,
  }
}

function isAllowedFrom(address: string, { blocks }: TokenSession): boolean {
  return blocks === undefined || isInBlocks(address, blocks)
}
