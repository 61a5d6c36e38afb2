import type { Database } from '../database/database.ts'
import type { AccessTokenRow } from './access-token.ts'

export interface LiveTokenRow
  extends Pick<AccessTokenRow, 'organizationId' | 'id' | 'permissions'> {
  readonly tokenSha256: Buffer
}

/**
 * The token of that hash, unless it expired or was revoked. The one statement without a caller: it
 * is what finds out who calls. The database's clock decides, so that replicas agree.
 */
export async function findLiveToken(
  database: Database,
  sha256: Buffer,
): Promise<LiveTokenRow | undefined> {
  const rows = await database.decide(
    (sql) => sql<LiveTokenRow[]>`
      select organization_id, id, permissions, token_sha256
      from access_tokens
      where token_sha256 = ${sha256} and revoked_at is null and expires_at > now()`,
  )
  return rows[0]
}
