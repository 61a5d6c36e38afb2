import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isInBlocks } from '../addresses.ts'
import type { Caller, LetIn } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { RecordWanted } from '../record-kind.ts'
import { findLiveToken, type LiveTokenRow } from './authenticate.store.ts'
import { findTokenAndRecord, type TokenAndRecord } from './find-token-and-record.store.ts'
import { noteTokenUse } from './note-token-use.store.ts'
import { isToken, tokenSha256 } from './token-secret.ts'

/** Tokens of which a process remembers whose they are; some 200 bytes each. */
const REMEMBERED_MAX = 10_000

/** How often it is written down that a token is in use: what is told of it is no more exact. */
const NOTED_EVERY_MS = 60_000

/** Where a request comes from, and the record that it wants. */
export interface Asking {
  readonly address: string
  readonly wanted?: RecordWanted | undefined
}

/**
 * Finds the caller that a token stands for, and with it the record that the request wants. It is
 * looked up for every request: a revoked token is refused by the next one, on every replica.
 *
 * A token never changes its organization. That is remembered of those that were let in, and
 * nothing else: it tells where to look for the record before the token is found, so that one
 * statement finds both.
 */
export class TokenAuthenticator {
  readonly #database: RequestDatabase
  readonly #organizations: LRUCache<string, string>
  readonly #noted: LRUCache<string, true>

  constructor(database: RequestDatabase, rememberedMax = REMEMBERED_MAX) {
    this.#database = database
    this.#organizations = new LRUCache({ max: rememberedMax })
    this.#noted = new LRUCache({ max: rememberedMax, ttl: NOTED_EVERY_MS })
  }

  /**
   * Null where the token is malformed, unknown, expired, revoked or used from an address that is
   * not one of its own.
   */
  async letIn(token: string, { address, wanted }: Asking): Promise<LetIn | null> {
    if (!isToken(token)) return null
    const digest = tokenSha256(token)
    const sha256 = digest.toString('hex')
    const found = await this.#find(sha256, wanted)
    if (!matches(found?.token, digest) || !isAllowedFrom(address, found.token)) {
      this.#organizations.delete(sha256)
      return null
    }
    const caller = callerOf(found.token)
    this.#organizations.set(sha256, caller.organizationId)
    this.#note(caller)
    return { caller, record: found.record }
  }

  async #find(sha256: string, wanted?: RecordWanted): Promise<Partial<TokenAndRecord> | undefined> {
    const known = wanted && this.#organizations.get(sha256)
    const token = known === undefined ? await findLiveToken(this.#database, sha256) : undefined
    if (wanted === undefined) return token && { token }
    const organizationId = known ?? token?.organizationId
    if (organizationId === undefined) return undefined
    const question = { organizationId, sha256, recordId: wanted.id }
    return await findTokenAndRecord(this.#database, wanted.kind, question)
  }

  /** Beside the request, which does not depend on it: where it fails, a later use tries again. */
  #note(caller: Caller): void {
    const tokenId = caller.tokenId as string
    if (this.#noted.has(tokenId)) return
    this.#noted.set(tokenId, true)
    noteTokenUse(caller, this.#database).catch(() => undefined)
  }
}

function isAllowedFrom(address: string, { allowedAddresses }: LiveTokenRow): boolean {
  return allowedAddresses === null || isInBlocks(address, allowedAddresses)
}

/** The index has compared the hash already, but not in constant time. */
function matches(row: LiveTokenRow | undefined, digest: Buffer): row is LiveTokenRow {
  return row !== undefined && timingSafeEqual(row.tokenSha256, digest)
}

function callerOf(row: LiveTokenRow): Caller {
  return {
    organizationId: row.organizationId,
    tokenId: row.id,
    permissions: new Set(row.permissions),
    ...(row.allowedAddresses !== null && { allowedAddresses: row.allowedAddresses }),
  }
}
