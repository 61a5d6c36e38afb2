import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Caller, LetIn } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { RecordWanted } from '../record-kind.ts'
import { findLiveToken, type LiveTokenRow } from './authenticate.store.ts'
import { findTokenAndRecord } from './find-token-and-record.store.ts'
import { isToken, tokenSha256 } from './token-secret.ts'

/** Tokens of which a process remembers whose they are; some 200 bytes each. */
const REMEMBERED_MAX = 10_000

/**
 * Finds the caller that a token stands for, and with it the record that the request wants; null
 * where the token is malformed, unknown, expired or revoked. It is looked up for every request: a
 * revoked token is refused by the next one, on every replica.
 *
 * A token never changes its organization. That is remembered, and nothing else: it tells where to
 * look for the record before the token is found, so that one statement finds both.
 */
export function authenticator(database: RequestDatabase, rememberedMax = REMEMBERED_MAX) {
  const organizations = new LRUCache<string, string>({ max: rememberedMax })
  return async (token: string, wanted?: RecordWanted): Promise<LetIn | null> => {
    if (!isToken(token)) return null
    const digest = tokenSha256(token)
    const sha256 = digest.toString('hex')
    if (wanted === undefined) {
      const row = await findLiveToken(database, sha256)
      return matches(row, digest) ? { caller: callerOf(row) } : null
    }
    const organizationId =
      organizations.get(sha256) ?? (await findLiveToken(database, sha256))?.organizationId
    if (organizationId === undefined) return null
    const question = { organizationId, sha256, recordId: wanted.id }
    const found = await findTokenAndRecord(database, wanted.kind, question)
    if (!matches(found?.token, digest)) {
      organizations.delete(sha256)
      return null
    }
    organizations.set(sha256, organizationId)
    return { caller: callerOf(found.token), record: found.record }
  }
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
  }
}
