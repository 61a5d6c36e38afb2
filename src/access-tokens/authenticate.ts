import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { findLiveToken } from './authenticate.store.ts'
import { isToken, tokenSha256 } from './token-secret.ts'

/**
 * The caller that a token stands for; null where it is malformed, unknown, expired or revoked.
 * It is looked up for every request: a revoked token is refused by the next one, on every replica.
 */
export async function authenticate(database: Database, token: string): Promise<Caller | null> {
  if (!isToken(token)) return null
  const sha256 = tokenSha256(token)
  const row = await findLiveToken(database, sha256)
  // The index has compared the hash already, but not in constant time.
  if (row === undefined || !timingSafeEqual(row.tokenSha256, sha256)) return null
  return {
    organizationId: row.organizationId,
    tokenId: row.id,
    permissions: new Set(row.permissions),
  }
}
