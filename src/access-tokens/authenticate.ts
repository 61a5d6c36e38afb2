import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Caller, LetIn, RecordWanted } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { findLiveToken, findTokenAndRecord, type LiveTokenRow } from './authenticate.store.ts'
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
export function authenticator(database: Database) {
  const organizations = new LRUCache<string, string>({ max: REMEMBERED_MAX })
  return async (token: string, wanted?: RecordWanted): Promise<LetIn | null> => {
    if (!isToken(token)) return null
    const bytes = tokenSha256(token)
    const sha256 = bytes.toString('hex')
    if (wanted === undefined) {
      const row = await findLiveToken(database, sha256)
      return isOf(row, bytes) ? { caller: callerOf(row) } : null
    }
    const organizationId =
      organizations.get(sha256) ?? (await findLiveToken(database, sha256))?.organizationId
    if (organizationId === undefined) return null
    const question = { organizationId, sha256, recordId: wanted.id }
    const found = await findTokenAndRecord(database, wanted.kind, question)
    if (!isOf(found?.token, bytes)) {
      organizations.delete(sha256)
      return null
    }
    organizations.set(sha256, organizationId)
    return { caller: callerOf(found.token), record: found.record }
  }
}

/** The index has compared the hash already, but not in constant time. */
function isOf(row: LiveTokenRow | undefined, sha256: Buffer): row is LiveTokenRow {
  return row !== undefined && timingSafeEqual(row.tokenSha256, sha256)
}

function callerOf(row: LiveTokenRow): Caller {
  return {
    organizationId: row.organizationId,
    tokenId: row.id,
    permissions: new Set(row.permissions),
  }
}
